import { asc, inArray } from "drizzle-orm";
import type { Tx } from "../../db/in-transaction.ts";
import { products } from "../../db/schema/catalogue.ts";
import { DomainError } from "../domain/errors.ts";

/**
 * Looks again, under locks in the global order (by SKU), at what was short a moment ago.
 * @returns the lines that are short, with what is available
 * @throws DomainError `unavailable` when stock has come back meanwhile: not a refusal to remember, the same key may go on
 */
export async function refuseSoldOut(
  tx: Tx,
  lines: readonly { sku: string; quantity: number }[],
): Promise<{ sku: string; available: number }[]> {
  const wanted = new Map(lines.map((line) => [line.sku, line.quantity]));
  const rows = await tx
    .select({ sku: products.sku, available: products.stock })
    .from(products)
    .where(inArray(products.sku, [...wanted.keys()]))
    .orderBy(asc(products.sku))
    .for("no key update");
  const short = rows.filter((row) => row.available < (wanted.get(row.sku) ?? 0));
  if (short.length === 0) throw new DomainError("unavailable", { retryAfterSeconds: 1 });
  return short;
}
