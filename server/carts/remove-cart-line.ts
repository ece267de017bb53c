import { and, eq } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { cartLines } from "../../db/schema/carts.ts";
import type { Cart } from "../domain/cart.ts";
import type { Precondition } from "../domain/etag.ts";
import { withLines } from "./get-cart.ts";
import { bumpCart, lockCart } from "./lock-cart.ts";

/**
 * Makes sure that the cart has no such line. The second time there is nothing to do, and that is success too.
 * @throws DomainError `not-found` (cart), `cart-already-ordered`, `stale-version`
 */
export async function removeCartLine(
  db: Db,
  request: { accountId: string; cartId: string; sku: string; ifMatch?: Precondition },
): Promise<Cart> {
  const { accountId, cartId, sku, ifMatch = { kind: "absent" } } = request;
  return db.inTransaction(async (tx) => {
    const cart = await lockCart(tx, accountId, cartId, ifMatch);
    const removed = await tx
      .delete(cartLines)
      .where(and(eq(cartLines.cartId, cartId), eq(cartLines.sku, sku)))
      .returning({ sku: cartLines.sku });
    return withLines(tx, removed.length > 0 ? await bumpCart(tx, cart) : cart);
  });
}
