import { sql } from "drizzle-orm";
import { bigint, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "./accounts.ts";

/** What the world must hear about, written in the transaction that made it true. A relay publishes it later. */
export const outbox = pgTable(
  "outbox",
  {
    id: uuid().primaryKey(),
    /** Insertion order, for reading. Never a high-water mark: sequences commit out of order. */
    position: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    topic: text().notNull(),
    orderId: uuid("order_id").notNull(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    publishedAt: instant("published_at"),
  },
  (t) => [index("outbox_unpublished").on(t.position).where(sql`${t.publishedAt} is null`)],
);
