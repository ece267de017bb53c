// Six products. Seeding again changes nothing, so stock and prices survive a restart.

import type { Db } from "./client.ts";
import { products } from "./schema/catalogue.ts";

const catalogue = [
  {
    sku: "ledger-notebook",
    name: "Ledger notebook",
    description: "192 ruled pages, sewn binding, numbered by hand. Two columns that always agree.",
    priceAmount: 1_850,
    stock: 400,
  },
  {
    sku: "fountain-pen",
    name: "Fountain pen",
    description: "Steel nib, fine. Writes once, and what it wrote stays written.",
    priceAmount: 4_000,
    stock: 250,
  },
  {
    sku: "ink-bottle",
    name: "Bottle of ink",
    description: "50 ml of iron gall ink, blue-black. Darker the longer you keep it.",
    priceAmount: 1_290,
    stock: 300,
  },
  {
    sku: "desk-lamp",
    name: "Desk lamp",
    description: "Brass arm, linen cord, warm light for late reconciliations.",
    priceAmount: 8_900,
    stock: 60,
  },
  {
    sku: "brass-scale",
    name: "Brass scale",
    description: "A balance for letters up to 250 g. Comes to zero, or something is wrong.",
    priceAmount: 12_500,
    stock: 25,
  },
  {
    sku: "reading-glasses",
    name: "Reading glasses",
    description: "Acetate frame, +1.5. For the fine print.",
    priceAmount: 2_990,
    stock: 120,
  },
] as const;

/** Puts the catalogue into an empty shop. */
export async function seedProducts(db: Db): Promise<void> {
  await db.auto
    .insert(products)
    .values(catalogue.map((product) => ({ ...product, currency: "EUR" as const })))
    .onConflictDoNothing();
}
