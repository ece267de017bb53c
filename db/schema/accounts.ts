import { sql } from "drizzle-orm";
import { check, customType, index, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

/** Bytes as bytes. Drizzle has no bytea of its own. */
export const bytea = customType<{ data: Uint8Array }>({ dataType: () => "bytea" });

/** An instant, kept with the database's clock and time zone, read as a Date. */
export const instant = (name: string) => timestamp(name, { withTimezone: true });

/** Who owns things. A visitor gets one on the first write, without a form. */
export const accounts = pgTable(
  "accounts",
  {
    id: uuid().primaryKey(),
    role: text({ enum: ["shopper", "operator"] }).notNull(),
    name: text().notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [check("role_is_known", sql`${t.role} in ('shopper', 'operator')`)],
);

/** A browser's session. Only the hash of the cookie is kept, so a copy of this table opens nothing. */
export const sessions = pgTable(
  "sessions",
  {
    tokenHash: bytea("token_hash").primaryKey(),
    accountId: uuid("account_id")
      .notNull()
      .references(() => accounts.id),
    createdAt: instant("created_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
  },
  (t) => [index("sessions_by_account").on(t.accountId)],
);

/** A program's credential: shown once, kept as a hash, bound to one account. */
export const apiKeys = pgTable("api_keys", {
  keyHash: bytea("key_hash").primaryKey(),
  accountId: uuid("account_id")
    .notNull()
    .references(() => accounts.id),
  createdAt: instant("created_at").notNull().defaultNow(),
  revokedAt: instant("revoked_at"),
});
