// The key table as Drizzle sees it. It is partitioned by bucket, which Drizzle cannot say, so its migration is written by
// hand; a test compares the two.
import {
  boolean,
  customType,
  date,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";

const bytea = customType<{ data: Uint8Array }>({ dataType: () => "bytea" });

export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    accountId: uuid("account_id").notNull(),
    key: text().notNull(),
    bucket: date({ mode: "string" }).notNull(),
    operation: text().notNull(),
    fingerprint: bytea().notNull(),
    status: smallint(),
    contentType: text("content_type"),
    location: text(),
    etag: text(),
    body: bytea(),
    provisional: boolean().notNull().default(false),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [primaryKey({ name: "one_claim_per_key", columns: [t.accountId, t.key, t.bucket] })],
);
