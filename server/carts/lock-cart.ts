import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "../../db/in-transaction.ts";
import { carts } from "../../db/schema/carts.ts";
import { orders } from "../../db/schema/orders.ts";
import { DomainError } from "../domain/errors.ts";
import { namesVersion, type Precondition, tagOf } from "../domain/etag.ts";

export type LockedCart = typeof carts.$inferSelect;

/**
 * Takes the cart's row for the rest of the transaction; what is read afterwards cannot change under our feet.
 * @throws DomainError `not-found`, `cart-already-ordered` (a cart that became an order is frozen), `stale-version`
 */
export async function lockCart(
  tx: Tx,
  accountId: string,
  cartId: string,
  ifMatch: Precondition,
): Promise<LockedCart> {
  const [cart] = await tx
    .select()
    .from(carts)
    .where(and(eq(carts.id, cartId), eq(carts.accountId, accountId)))
    .for("update");
  if (!cart) throw new DomainError("not-found");
  if (cart.orderedAt !== null) {
    const [order] = await tx
      .select({ orderId: orders.id, reference: orders.reference })
      .from(orders)
      .where(eq(orders.cartId, cartId));
    throw new DomainError("cart-already-ordered", order);
  }
  if (ifMatch.kind === "tags" && !namesVersion(ifMatch.tags, cart.version)) {
    throw new DomainError("stale-version", {
      currentVersion: cart.version,
      currentTag: tagOf(cart.version),
      changed: ["lines"],
    });
  }
  return cart;
}

/** Every change of a cart goes through here, so its version names its content. */
export async function bumpCart(tx: Tx, cart: LockedCart): Promise<LockedCart> {
  const [bumped] = await tx
    .update(carts)
    .set({ version: sql`${carts.version} + 1`, updatedAt: sql`now()` })
    .where(eq(carts.id, cart.id))
    .returning();
  if (!bumped) throw new Error("a locked cart is gone");
  return bumped;
}
