import { sql } from "drizzle-orm";
import { check, integer, pgTable, text } from "drizzle-orm/pg-core";
import { currencies } from "../../server/domain/money.ts";
import { instant } from "./accounts.ts";

export const products = pgTable(
  "products",
  {
    sku: text().primaryKey(),
    name: text().notNull(),
    description: text().notNull(),
    priceAmount: integer("price_amount").notNull(),
    currency: text({ enum: currencies }).notNull(),
    stock: integer().notNull(),
    version: integer().notNull().default(1),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (t) => [
    check("price_is_positive", sql`${t.priceAmount} > 0`),
    // The last line against overselling, whatever code runs.
    check("stock_never_negative", sql`${t.stock} >= 0`),
    check("product_version_is_positive", sql`${t.version} > 0`),
  ],
);
