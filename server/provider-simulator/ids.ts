import { randomBytes } from "node:crypto";

/** An id in Stripe's manner: a prefix that says what it names, then 24 hexadecimal digits nobody can guess. */
export function newId(prefix: "pi" | "ch" | "re" | "evt" | "req"): string {
  return `${prefix}_${randomBytes(12).toString("hex")}`;
}
