import { and, eq } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { checkoutAttempts } from "../../db/schema/carts.ts";
import { orders } from "../../db/schema/orders.ts";
import { hashOfToken } from "../accounts/tokens.ts";
import { getCart } from "../carts/get-cart.ts";
import type { Cart } from "../domain/cart.ts";
import { DomainError } from "../domain/errors.ts";

export type Attempt = {
  readonly cart: Cart;
  /** What the person typed so far, as it was typed. */
  readonly details: Readonly<Record<string, string>>;
  /** The order this attempt, or another attempt of the same cart, has made. */
  readonly order: { readonly id: string; readonly reference: string } | null;
};

/** @throws DomainError `not-found`, also for another account's token */
export async function findAttempt(db: Db, accountId: string, token: string): Promise<Attempt> {
  const [row] = await db.auto
    .select({
      cartId: checkoutAttempts.cartId,
      details: checkoutAttempts.details,
      order: { id: orders.id, reference: orders.reference },
    })
    .from(checkoutAttempts)
    .leftJoin(orders, eq(orders.cartId, checkoutAttempts.cartId))
    .where(
      and(eq(checkoutAttempts.tokenHash, hashOfToken(token)), eq(checkoutAttempts.accountId, accountId)),
    );
  if (!row) throw new DomainError("not-found");
  return { cart: await getCart(db, accountId, row.cartId), details: row.details ?? {}, order: row.order };
}
