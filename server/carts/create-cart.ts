import { v7 as uuidV7 } from "uuid";
import type { Db } from "../../db/client.ts";
import { carts } from "../../db/schema/carts.ts";
import type { Cart } from "../domain/cart.ts";
import { withLines } from "./get-cart.ts";

/** An empty cart of this account. */
export async function createCart(db: Db, accountId: string): Promise<Cart> {
  const [cart] = await db.auto.insert(carts).values({ id: uuidV7(), accountId }).returning();
  if (!cart) throw new Error("an insert returned no row");
  return withLines(db.auto, cart);
}
