import { eq } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { products } from "../../db/schema/catalogue.ts";
import { DomainError } from "../domain/errors.ts";
import type { Product } from "../domain/product.ts";
import { productOf } from "./product-view.ts";

/** @throws DomainError `not-found` */
export async function getProduct(db: Db, sku: string): Promise<Product> {
  const [row] = await db.auto.select().from(products).where(eq(products.sku, sku));
  if (!row) throw new DomainError("not-found");
  return productOf(row);
}
