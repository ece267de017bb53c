// Looks up one object with all that its API form shows.
import type { Sql } from "./database.ts";
import type { ChargeRow, IntentRow, RefundRow } from "./objects.ts";

export type FoundCharge = { charge: ChargeRow; refunded: number };

/** @param column which id is given: the charge's own, or that of its intent */
export async function findCharge(
  sql: Sql,
  column: "id" | "payment_intent",
  id: string,
): Promise<FoundCharge | undefined> {
  const [row] = await sql<(ChargeRow & { refunded: number })[]>`
    select c.*, (select coalesce(sum(r.amount), 0)::bigint from refunds r where r.charge = c.id) as refunded
    from charges c where ${sql(column)} = ${id}`;
  return row && { charge: row, refunded: row.refunded };
}

export async function findIntent(
  sql: Sql,
  id: string,
): Promise<({ intent: IntentRow } & FoundCharge) | undefined> {
  const [intent] = await sql<IntentRow[]>`select * from payment_intents where id = ${id}`;
  const found = intent && (await findCharge(sql, "id", intent.latest_charge));
  return intent && found && { intent, ...found };
}

export async function findRefund(sql: Sql, id: string): Promise<RefundRow | undefined> {
  const [row] = await sql<RefundRow[]>`select * from refunds where id = ${id}`;
  return row;
}
