import { and, asc, desc, eq, isNull } from "drizzle-orm";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import type { Db } from "../../db/client.ts";
import { cartLines, carts } from "../../db/schema/carts.ts";
import { products } from "../../db/schema/catalogue.ts";
import { type Cart, lineOf, totalOf } from "../domain/cart.ts";
import { DomainError } from "../domain/errors.ts";

/** A database handle, inside a transaction or not: reading is the same. */
export type Reader = PgDatabase<PgQueryResultHKT>;

/** The lines of a cart whose row was just read. */
export async function withLines(reader: Reader, cart: typeof carts.$inferSelect): Promise<Cart> {
  const rows = await reader
    .select({ line: cartLines, name: products.name })
    .from(cartLines)
    .innerJoin(products, eq(products.sku, cartLines.sku))
    .where(eq(cartLines.cartId, cart.id))
    .orderBy(asc(cartLines.sku));
  const lines = rows.map(({ line: { sku, quantity, unitAmount, currency }, name }) =>
    lineOf({ sku, name, quantity, unitPrice: { amount: unitAmount, currency } }),
  );
  return {
    id: cart.id,
    status: cart.orderedAt === null ? "open" : "ordered",
    version: cart.version,
    lines,
    total: totalOf(lines),
  };
}

/** @throws DomainError `not-found`, also for another account's cart */
export async function getCart(db: Db, accountId: string, cartId: string): Promise<Cart> {
  const [cart] = await db.auto
    .select()
    .from(carts)
    .where(and(eq(carts.id, cartId), eq(carts.accountId, accountId)));
  if (!cart) throw new DomainError("not-found");
  return withLines(db.auto, cart);
}

/** The account's newest cart that is not an order yet, if there is one. */
export async function findCurrentCart(db: Db, accountId: string): Promise<Cart | undefined> {
  const [cart] = await db.auto
    .select()
    .from(carts)
    .where(and(eq(carts.accountId, accountId), isNull(carts.orderedAt)))
    .orderBy(desc(carts.createdAt), desc(carts.id))
    .limit(1);
  return cart && withLines(db.auto, cart);
}
