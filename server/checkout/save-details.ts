import { and, eq } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { checkoutAttempts } from "../../db/schema/carts.ts";
import { hashOfToken } from "../accounts/tokens.ts";
import { DomainError } from "../domain/errors.ts";

const fields = ["email", "name", "line1", "line2", "city", "postcode", "country"] as const;
// Longer than any field may be, short enough to keep; what is too long is cut here and refused by the schema.
const keptMax = 300;

/**
 * Keeps what was typed, valid or not, so that a page without JavaScript can show it again beside its mistakes.
 * @throws DomainError `not-found`
 */
export async function saveDetails(
  db: Db,
  accountId: string,
  token: string,
  typed: Readonly<Record<string, string>>,
): Promise<void> {
  const kept = fields.map((field) => [
    field,
    (typed[field] ?? "").replaceAll("\u0000", "").slice(0, keptMax),
  ]);
  const saved = await db.auto
    .update(checkoutAttempts)
    .set({ details: Object.fromEntries(kept) })
    .where(and(eq(checkoutAttempts.tokenHash, hashOfToken(token)), eq(checkoutAttempts.accountId, accountId)))
    .returning({ id: checkoutAttempts.id });
  if (saved.length === 0) throw new DomainError("not-found");
}
