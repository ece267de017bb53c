// Pressing *Checkout* is a POST: it brings the cart to today's prices and mints the attempt, which is the synchronizer
// token of the flow. Rendering a page never mints one, so reload, prefetch and a duplicated tab meet the same attempt.
import { sql } from "drizzle-orm";
import { v7 as uuidV7 } from "uuid";
import type { Db } from "../../db/client.ts";
import { checkoutAttempts } from "../../db/schema/carts.ts";
import { hashOfToken, mintToken } from "../accounts/tokens.ts";
import { repriceCart } from "../carts/reprice-cart.ts";
import { DomainError } from "../domain/errors.ts";

/**
 * @returns the token, unguessable; only its hash is kept. Other open attempts of the cart stay valid
 * @throws DomainError `not-found`, `cart-already-ordered`, `cart-empty`
 */
export async function startAttempt(db: Db, accountId: string, cartId: string): Promise<string> {
  const cart = await repriceCart(db, accountId, cartId);
  if (cart.lines.length === 0) throw new DomainError("cart-empty");
  const token = mintToken();
  await db.auto.insert(checkoutAttempts).values({
    id: uuidV7(),
    tokenHash: hashOfToken(token),
    accountId,
    cartId,
    details: latestDetails(accountId),
  });
  return token;
}

/** What this account typed last: nobody types an address twice. */
function latestDetails(accountId: string) {
  const typed = sql`${checkoutAttempts.accountId} = ${accountId} and ${checkoutAttempts.details} is not null`;
  return sql`(select details from ${checkoutAttempts} where ${typed} order by created_at desc limit 1)`;
}
