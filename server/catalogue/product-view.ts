import type { products } from "../../db/schema/catalogue.ts";
import type { Product } from "../domain/product.ts";

/** A product as callers see it. */
export function productOf(row: typeof products.$inferSelect): Product {
  const { sku, name, description, priceAmount, currency, stock, version } = row;
  return { sku, name, description, price: { amount: priceAmount, currency }, stock, version };
}
