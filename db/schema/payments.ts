import { sql } from "drizzle-orm";
import { check, date, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { currencies } from "../../server/domain/money.ts";
import { paymentStatuses } from "../../server/domain/payment.ts";
import { instant } from "./accounts.ts";
import { orders } from "./orders.ts";

/**
 * What we are about to ask the provider for, committed before it hears anything. A row is never deleted while its
 * outcome is unknown, and the key we forward is made from its id.
 */
export const payments = pgTable(
  "payments",
  {
    id: uuid().primaryKey(),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id),
    status: text({ enum: paymentStatuses }).notNull(),
    method: text().notNull(),
    amount: integer().notNull(),
    currency: text({ enum: currencies }).notNull(),
    refundedAmount: integer("refunded_amount").notNull().default(0),
    /** The provider's own id, once we have heard it. */
    providerId: text("provider_id").unique("one_payment_per_provider_id"),
    declineCode: text("decline_code"),
    /** The idempotency key whose stored answer waits for this outcome, and the bucket that key lives in. */
    intentKey: text("intent_key"),
    intentBucket: date("intent_bucket", { mode: "string" }),
    /** Who may talk to the provider about this payment until when. Each take-over counts the epoch up. */
    leasedUntil: instant("leased_until"),
    epoch: integer().notNull().default(0),
    tries: integer().notNull().default(0),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex("one_active_payment_per_order")
      .on(t.orderId)
      .where(sql`${t.status} in ('in_flight', 'succeeded')`),
    index("payments_in_flight").on(t.leasedUntil).where(sql`${t.status} = 'in_flight'`),
    check("payment_amount_is_positive", sql`${t.amount} > 0`),
    check("refunded_within_captured", sql`${t.refundedAmount} between 0 and ${t.amount}`),
  ],
);
