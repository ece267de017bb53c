// The queue of webhooks, one row for each time an event is to be delivered. Taking a row moves its due time ahead by
// a lease: a sender that dies with it is succeeded by the next, so every event is sent at least once.
import type { Sql } from "./database.ts";

export type Delivery = { id: number; event: string; tries: number; payload: string };

/** Three times the longest try. */
const leaseSeconds = 15;
/** With the pauses below: about 13 minutes. */
export const triesMax = 20;

/** 0.5 s, 1, 2, 4 … at most a minute. */
export function pauseSeconds(tries: number): number {
  return Math.min(0.5 * 2 ** (tries - 1), 60);
}

/** Takes up to `limit` deliveries that are due, or exactly `only`, held or not. */
export async function takeDeliveries(sql: Sql, limit: number, only?: number): Promise<Delivery[]> {
  return await sql<Delivery[]>`
    update webhook_deliveries d
    set held = false, tries = d.tries + 1, due_at = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    from (
      select id from webhook_deliveries
      where state = 'pending'
        and ${only === undefined ? sql`not held and due_at <= clock_timestamp()` : sql`id = ${only} and held`}
      order by due_at, id limit ${limit} for update skip locked
    ) taken, events e
    where d.id = taken.id and e.id = d.event
    returning d.id, d.event, d.tries, e.payload`;
}

export async function markDelivered(sql: Sql, id: number, status: number): Promise<void> {
  await sql`
    update webhook_deliveries
    set state = 'delivered', delivered_at = clock_timestamp(), last_status = ${status}, last_error = null
    where id = ${id}`;
}

export async function markFailed(
  sql: Sql,
  delivery: Delivery,
  status: number | null,
  reason: string,
): Promise<void> {
  await sql`
    update webhook_deliveries
    set last_status = ${status}, last_error = ${reason.slice(0, 200)},
      due_at = clock_timestamp() + make_interval(secs => ${pauseSeconds(delivery.tries)}),
      state = case when tries >= ${triesMax} then 'given_up' else state end
    where id = ${delivery.id} and state = 'pending'`;
}

/** Milliseconds until something is due, at most `most`. */
export async function untilNextDueMs(sql: Sql, most: number): Promise<number> {
  const [row] = await sql<{ ms: number | null }[]>`
    select ceil(extract(epoch from min(due_at) - clock_timestamp()) * 1000)::float8 as ms
    from webhook_deliveries where state = 'pending' and not held`;
  return Math.max(0, Math.min(row?.ms ?? most, most));
}

/** Ids of the deliveries that are held back: those of some events, or those about some payments. */
export async function heldDeliveries(
  sql: Sql,
  which: { events: string[] } | { subject: { [name: string]: string } },
  newestFirst: boolean,
): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select id from webhook_deliveries where held and state = 'pending'
      and ${"events" in which ? sql`${sql.json(which.events)} ? event` : sql`subject @> ${sql.json(which.subject)}`}
    order by ${newestFirst ? sql`id desc` : sql`id`}`;
  return rows.map((row) => row.id);
}

/** Nothing is held any more: what was is due now. */
export async function unholdAll(sql: Sql): Promise<void> {
  await sql`update webhook_deliveries set held = false, due_at = clock_timestamp() where held`;
}
