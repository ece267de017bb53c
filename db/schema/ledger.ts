import { integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { currencies } from "../../server/domain/money.ts";
import { instant } from "./accounts.ts";
import { orders } from "./orders.ts";

/** One movement of money, named by what happened, so that the same fact can be booked only once. */
export const ledgerTransfers = pgTable("ledger_transfers", {
  /** `capture:<payment id>`, for example. */
  id: text().primaryKey(),
  kind: text({ enum: ["capture"] }).notNull(),
  orderId: uuid("order_id")
    .notNull()
    .references(() => orders.id),
  at: instant("at").notNull().defaultNow(),
});

/** The legs of a transfer, in minor units; a trigger refuses a transfer whose legs don't sum to zero. */
export const ledgerEntries = pgTable(
  "ledger_entries",
  {
    transferId: text("transfer_id")
      .notNull()
      .references(() => ledgerTransfers.id),
    account: text().notNull(),
    amount: integer().notNull(),
    currency: text({ enum: currencies }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.transferId, t.account] })],
);
