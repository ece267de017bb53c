// A line is absolute state at an address: "three of these". Saying it twice is free, so it needs no key.
import { eq } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { cartLines } from "../../db/schema/carts.ts";
import { products } from "../../db/schema/catalogue.ts";
import { type Cart, linesMax } from "../domain/cart.ts";
import { DomainError } from "../domain/errors.ts";
import type { Precondition } from "../domain/etag.ts";
import { withLines } from "./get-cart.ts";
import { bumpCart, lockCart } from "./lock-cart.ts";

export type SetLine = {
  readonly accountId: string;
  readonly cartId: string;
  readonly sku: string;
  /** How many there shall be, 1 to 99. */
  readonly quantity: number;
  readonly ifMatch?: Precondition;
};

/**
 * Sets the quantity of one product, at today's price. Saying what is already so changes nothing, version included.
 * @throws DomainError `not-found` (cart or product), `cart-already-ordered`, `stale-version`, `invalid-input` (cart full)
 */
export async function setCartLine(db: Db, request: SetLine): Promise<Cart> {
  const { accountId, cartId, sku, quantity, ifMatch = { kind: "absent" } } = request;
  return db.inTransaction(async (tx) => {
    const cart = await lockCart(tx, accountId, cartId, ifMatch);
    const [product] = await tx.select().from(products).where(eq(products.sku, sku));
    if (!product) throw new DomainError("not-found");
    const lines = await tx.select().from(cartLines).where(eq(cartLines.cartId, cartId));
    const line = lines.find((candidate) => candidate.sku === sku);
    if (line?.quantity === quantity && line.unitAmount === product.priceAmount) return withLines(tx, cart);
    if (!line && lines.length >= linesMax) {
      throw new DomainError("invalid-input", {
        errors: [{ path: "sku", message: `A cart holds at most ${linesMax} different products` }],
      });
    }
    const now = { quantity, unitAmount: product.priceAmount, currency: product.currency };
    await tx
      .insert(cartLines)
      .values({ cartId, sku, ...now })
      .onConflictDoUpdate({ target: [cartLines.cartId, cartLines.sku], set: now });
    return withLines(tx, await bumpCart(tx, cart));
  });
}
