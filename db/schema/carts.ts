import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { currencies } from "../../server/domain/money.ts";
import { accounts, bytea, instant } from "./accounts.ts";
import { products } from "./catalogue.ts";

/** The version names the whole cart: every change of a line bumps it, and an order quotes it. */
export const carts = pgTable(
  "carts",
  {
    id: uuid().primaryKey(),
    accountId: uuid("account_id")
      .notNull()
      .references(() => accounts.id),
    version: integer().notNull().default(1),
    /** Set in the order's own transaction. From then on the cart is frozen. */
    orderedAt: instant("ordered_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (t) => [
    check("cart_version_is_positive", sql`${t.version} > 0`),
    index("carts_by_account").on(t.accountId, t.createdAt),
  ],
);

/** The price is the one that was shown when the line was set, so that a cart's version also names its total. */
export const cartLines = pgTable(
  "cart_lines",
  {
    cartId: uuid("cart_id")
      .notNull()
      .references(() => carts.id),
    sku: text()
      .notNull()
      .references(() => products.sku),
    quantity: integer().notNull(),
    unitAmount: integer("unit_amount").notNull(),
    currency: text({ enum: currencies }).notNull(),
    addedAt: instant("added_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.cartId, t.sku] }),
    check("quantity_is_a_few", sql`${t.quantity} between 1 and 99`),
    check("line_price_is_positive", sql`${t.unitAmount} > 0`),
  ],
);

/**
 * The synchronizer token: one row per press of *Checkout*, kept as a hash, bound to account and cart, spent in the
 * transaction that makes the order. Several may be open; none of them invalidates another.
 */
export const checkoutAttempts = pgTable(
  "checkout_attempts",
  {
    id: uuid().primaryKey(),
    tokenHash: bytea("token_hash").notNull().unique("attempt_token_is_unique"),
    accountId: uuid("account_id")
      .notNull()
      .references(() => accounts.id),
    cartId: uuid("cart_id")
      .notNull()
      .references(() => carts.id),
    /** What the person typed, valid or not, so that an error page without JavaScript loses nothing. */
    details: jsonb().$type<Record<string, string>>(),
    createdAt: instant("created_at").notNull().defaultNow(),
    spentAt: instant("spent_at"),
    /** The order this attempt made. */
    orderId: uuid("order_id"),
  },
  (t) => [
    check("spent_attempt_names_its_order", sql`(${t.spentAt} is null) = (${t.orderId} is null)`),
    index("attempts_by_cart").on(t.cartId),
  ],
);
