import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import { currencies } from "../../server/domain/money.ts";
import { orderStatuses, type ShipTo } from "../../server/domain/order.ts";
import { accounts, instant } from "./accounts.ts";
import { carts } from "./carts.ts";
import { products } from "./catalogue.ts";

export const orders = pgTable(
  "orders",
  {
    id: uuid().primaryKey(),
    reference: text().notNull().unique("order_reference_is_unique"),
    accountId: uuid("account_id")
      .notNull()
      .references(() => accounts.id),
    // The law that no key can replace: two intents for one cart are still one order.
    cartId: uuid("cart_id")
      .notNull()
      .references(() => carts.id)
      .unique("one_order_per_cart"),
    status: text({ enum: orderStatuses }).notNull(),
    version: integer().notNull().default(1),
    totalAmount: integer("total_amount").notNull(),
    currency: text({ enum: currencies }).notNull(),
    email: text().notNull(),
    shipTo: jsonb("ship_to").$type<ShipTo>().notNull(),
    note: text(),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (t) => [
    check("order_total_is_positive", sql`${t.totalAmount} > 0`),
    check("order_version_is_positive", sql`${t.version} > 0`),
    // Ids are UUIDv7, so this is also newest first. No index on status or version: compare-and-set updates stay HOT.
    index("orders_by_account").on(t.accountId, t.id),
  ],
);

export const orderLines = pgTable(
  "order_lines",
  {
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id),
    position: integer().notNull(),
    sku: text()
      .notNull()
      .references(() => products.sku),
    name: text().notNull(),
    quantity: integer().notNull(),
    unitAmount: integer("unit_amount").notNull(),
    totalAmount: integer("total_amount").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.position] }),
    check("line_total_adds_up", sql`${t.totalAmount} = ${t.unitAmount} * ${t.quantity}`),
  ],
);

/** One row per transition: who moved the order, from where to where, at which version. Never changed. */
export const orderHistory = pgTable(
  "order_history",
  {
    id: uuid().primaryKey(),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id),
    fromStatus: text("from_status", { enum: orderStatuses }),
    toStatus: text("to_status", { enum: orderStatuses }).notNull(),
    version: integer().notNull(),
    actor: text().notNull(),
    at: instant("at").notNull().defaultNow(),
  },
  (t) => [unique("one_history_row_per_version").on(t.orderId, t.version)],
);
