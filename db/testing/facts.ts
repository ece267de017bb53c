// What is true in the database, counted: the first thing a test asserts, whatever was done to the wire.
import type { Db } from "../client.ts";

export type Facts = {
  readonly orders: number;
  readonly orderLines: number;
  readonly payments: number;
  readonly keys: number;
  readonly outbox: number;
  readonly history: number;
  readonly ledgerEntries: number;
  /** Zero, or the books are wrong. */
  readonly ledgerSum: number;
  readonly spentAttempts: number;
};

/** Everything that belongs to one account. */
export async function factsOf(db: Pick<Db, "sql">, accountId: string): Promise<Facts> {
  const [row] = await db.sql.unsafe(
    `with mine as (select id from orders where account_id = $1)
     select (select count(*) from mine)::int as orders,
            (select count(*) from order_lines where order_id in (select id from mine))::int as "orderLines",
            (select count(*) from payments where order_id in (select id from mine))::int as payments,
            (select count(*) from idempotency_keys where account_id = $1)::int as keys,
            (select count(*) from outbox where order_id in (select id from mine))::int as outbox,
            (select count(*) from order_history where order_id in (select id from mine))::int as history,
            (select count(*) from ledger_entries e join ledger_transfers t on t.id = e.transfer_id
              where t.order_id in (select id from mine))::int as "ledgerEntries",
            (select coalesce(sum(e.amount), 0) from ledger_entries e join ledger_transfers t on t.id = e.transfer_id
              where t.order_id in (select id from mine))::int as "ledgerSum",
            (select count(*) from checkout_attempts where account_id = $1 and spent_at is not null)::int
              as "spentAttempts"`,
    [accountId],
  );
  return row as unknown as Facts;
}

/** The rows of one purchase that was ordered and not paid yet. */
export const oneOrderPlaced: Omit<Facts, "orderLines" | "spentAttempts"> = {
  orders: 1,
  payments: 1,
  keys: 1,
  outbox: 1,
  history: 1,
  ledgerEntries: 0,
  ledgerSum: 0,
};

/** The rows of one purchase that was paid. */
export const oneOrderPaid: Omit<Facts, "orderLines" | "spentAttempts"> = {
  orders: 1,
  payments: 1,
  keys: 1,
  outbox: 2,
  history: 2,
  ledgerEntries: 2,
  ledgerSum: 0,
};

export const nothing: Facts = {
  orders: 0,
  orderLines: 0,
  payments: 0,
  keys: 0,
  outbox: 0,
  history: 0,
  ledgerEntries: 0,
  ledgerSum: 0,
  spentAttempts: 0,
};
