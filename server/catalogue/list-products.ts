import { asc } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { products } from "../../db/schema/catalogue.ts";
import type { Product } from "../domain/product.ts";
import { productOf } from "./product-view.ts";

/** The whole catalogue, by name. It is small, so it is one page. */
export async function listProducts(db: Db): Promise<Product[]> {
  const rows = await db.auto.select().from(products).orderBy(asc(products.name), asc(products.sku));
  return rows.map(productOf);
}
