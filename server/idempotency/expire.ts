// Day partitions of the key table: made ahead, dropped whole. Dropping a day is a catalogue change; deleting its rows would
// write a thousand times the log and leave the index bloated on the busiest table there is. Keys without a time live in
// one bucket of their own and are deleted by age in bounded batches.
import { sql } from "drizzle-orm";
import { dayOf } from "./bucket.ts";
import { databaseNowMs, type Handle, type Window } from "./replay.ts";

const dayMs = 86_400_000;
// A worker that stops for two days must not stop the shop.
const daysAhead = 3;
// One batch holds locks on few rows and finishes in milliseconds.
const batchRows = 1_000;

/** `idempotency_keys_d20261130` for a UTC day. */
function partitionOf(day: string): string {
  return `idempotency_keys_d${day.replaceAll("-", "")}`;
}

async function rowsOf<Row>(handle: Handle, statement: ReturnType<typeof sql>): Promise<Row[]> {
  const result = (await handle.execute(statement)) as unknown as { rows?: Row[] } & Row[];
  return result.rows ?? [...result];
}

async function existingDays(handle: Handle): Promise<Set<string>> {
  const rows = await rowsOf<{ name: string }>(
    handle,
    sql`select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
         where i.inhparent = 'idempotency_keys'::regclass`,
  );
  return new Set(rows.map((row) => row.name));
}

/**
 * Makes sure that every day a fresh key may carry has its partition: as far back as the window and three days ahead.
 * Harmless when several processes do it at once. Bounds are dates, so no time zone is involved.
 * @returns the partitions this call made
 */
export async function ensurePartitions(handle: Handle, window: Window): Promise<string[]> {
  const now = await databaseNowMs(handle);
  const existing = await existingDays(handle);
  const made: string[] = [];
  for (let at = now - window.retentionHours * 3_600_000 - dayMs; at <= now + daysAhead * dayMs; at += dayMs) {
    const name = partitionOf(dayOf(at));
    if (existing.has(name)) continue;
    await handle.execute(
      sql`create table if not exists ${sql.identifier(name)} partition of idempotency_keys
            for values from (${sql.raw(`'${dayOf(at)}'`)}) to (${sql.raw(`'${dayOf(at + dayMs)}'`)})`,
    );
    made.push(name);
  }
  return made;
}

export type Expired = { readonly partitions: string[]; readonly opaqueRows: number };

/**
 * One bounded pass of expiry: drops every day that lies wholly before the window, and at most `batchRows` opaque keys.
 * Gives up quickly (55P03) when a long reader holds the table; the next pass tries again, and orders keep flowing.
 * @param handle outside any transaction: a concurrent detach cannot run inside one
 */
export async function expireKeys(handle: Handle, window: Window): Promise<Expired> {
  const oldestMs = (await databaseNowMs(handle)) - window.retentionHours * 3_600_000;
  const partitions = [...(await existingDays(handle))].filter((name) => {
    const day = /_d(\d{4})(\d{2})(\d{2})$/.exec(name);
    return day && Date.UTC(Number(day[1]), Number(day[2]) - 1, Number(day[3])) + dayMs <= oldestMs;
  });
  for (const name of partitions) {
    // Concurrently: a plain drop would queue behind the longest reader and stop every claim behind itself.
    await handle.execute(
      sql`alter table idempotency_keys detach partition ${sql.identifier(name)} concurrently`,
    );
    await handle.execute(sql`drop table ${sql.identifier(name)}`);
  }
  const deleted = await rowsOf(
    handle,
    sql`delete from idempotency_keys_opaque where (account_id, key) in (
          select account_id, key from idempotency_keys_opaque
           where created_at < to_timestamp(${oldestMs / 1000}) order by created_at
           limit ${batchRows} for update skip locked)
        returning key`,
  );
  return { partitions, opaqueRows: deleted.length };
}
