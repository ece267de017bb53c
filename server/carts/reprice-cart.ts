import { and, eq, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { cartLines } from "../../db/schema/carts.ts";
import { products } from "../../db/schema/catalogue.ts";
import type { Cart } from "../domain/cart.ts";
import { withLines } from "./get-cart.ts";
import { bumpCart, lockCart } from "./lock-cart.ts";

/** Brings every line to today's price before a checkout starts; from then on the price stands. */
export async function repriceCart(db: Db, accountId: string, cartId: string): Promise<Cart> {
  return db.inTransaction(async (tx) => {
    const cart = await lockCart(tx, accountId, cartId, { kind: "absent" });
    const changed = await tx
      .update(cartLines)
      .set({ unitAmount: sql`${products.priceAmount}`, currency: sql`${products.currency}` })
      .from(products)
      .where(
        and(
          eq(cartLines.cartId, cartId),
          eq(products.sku, cartLines.sku),
          sql`(${cartLines.unitAmount}, ${cartLines.currency}) is distinct from (${products.priceAmount}, ${products.currency})`,
        ),
      )
      .returning({ sku: cartLines.sku });
    return withLines(tx, changed.length > 0 ? await bumpCart(tx, cart) : cart);
  });
}
