// What parameters may look like, and how a wrong one is refused: before the idempotency layer, so that a corrected
// request may use the same key, as at Stripe.
import { z } from "zod";
import { invalidParameter, missingParameter, StripeError, unknownParameter } from "./errors.ts";
import type { Form } from "./form.ts";

/** Stripe's own ceiling: eight digits. */
export const amountMax = 99_999_999;

const integer = z
  .string()
  .regex(/^-?\d{1,15}$/, "Invalid integer")
  .transform(Number);

export const amount = integer.pipe(
  z.number().min(1, "This value must be greater than or equal to 1.").max(amountMax, "Amount is too large."),
);

export const currency = z
  .string()
  .transform((text) => text.toLowerCase())
  .pipe(z.string().regex(/^[a-z]{3}$/, "Invalid currency: use a three-letter ISO code in lowercase."));

export const metadata = z
  .record(
    z.string().min(1).max(40, "Metadata names have at most 40 characters."),
    z.string("Metadata values must be strings.").max(500, "Metadata values have at most 500 characters."),
  )
  .refine((entries) => Object.keys(entries).length <= 50, "There can be at most 50 metadata entries.");

export const expand = z.array(z.string()).max(20).optional();

const range = z.strictObject({
  gt: integer.optional(),
  gte: integer.optional(),
  lt: integer.optional(),
  lte: integer.optional(),
});

export type CreatedRange = z.infer<typeof range>;

/** What every list takes. */
export const listShape = {
  limit: integer
    .pipe(z.number().min(1, "limit is from 1 to 100.").max(100, "limit is from 1 to 100."))
    .default(10),
  starting_after: z.string().optional(),
  ending_before: z.string().optional(),
  created: z.union([integer.transform((at): CreatedRange => ({ gte: at, lte: at })), range]).optional(),
  expand,
};

/** @throws StripeError for the first thing that is wrong, named as Stripe names it */
export function readParameters<P>(schema: z.ZodType<P>, given: Form): P {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw refusalOf(parsed.error.issues[0], given);
}

function refusalOf(issue: z.core.$ZodIssue | undefined, given: Form): StripeError {
  if (issue === undefined)
    return new StripeError(400, { type: "invalid_request_error", message: "Invalid request." });
  const [first, ...inner] = issue.path.map(String);
  const within = (names: string[]) => names.map((name) => `[${name}]`).join("");
  if (issue.code === "unrecognized_keys") {
    const names = [...issue.path.map(String), issue.keys[0] ?? ""];
    return unknownParameter(`${names[0]}${within(names.slice(1))}`);
  }
  if (first === undefined)
    return new StripeError(400, { type: "invalid_request_error", message: issue.message });
  const name = `${first}${within(inner)}`;
  if (!(first in given)) return missingParameter(name);
  const code = issue.message === "Invalid integer" ? "parameter_invalid_integer" : undefined;
  return invalidParameter(name, issue.message, code);
}
