import { cache } from "react";
import { readAsVisitor } from "./read";

/** The visitor's open cart, read once for a request; null before the first write. */
export const readCart = cache(async () => (await readAsVisitor()).carts.current());

/** How many of each product are in it, by SKU. */
export async function quantitiesInCart(): Promise<ReadonlyMap<string, number>> {
  const cart = await readCart();
  return new Map(cart?.lines.map(({ sku, quantity }) => [sku, quantity]));
}
