// Day partitions of the key table: made ahead, dropped whole. Dropping a day is a catalogue change; deleting its rows would
// write a thousand times the log and leave the index bloated on the busiest table there is. Keys without a time live in
// one bucket of their own and are deleted by age in bounded batches. Nothing here takes a lock that a claim waits for.
import { sql } from "drizzle-orm";
import { dayOf } from "./bucket.ts";
import { postgresFieldsOf } from "./errors.ts";
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

type Day = {
  readonly name: string;
  /** `detaching`: a concurrent detach was interrupted half-way. `detached`: its drop never came. */
  readonly state: "attached" | "detaching" | "detached";
};

/** Every day's table, a half-detached one first: PostgreSQL wants it finished before it detaches another. */
async function existingDays(handle: Handle): Promise<Day[]> {
  return rowsOf<Day>(
    handle,
    sql`select c.relname as name,
               case when i.inhrelid is null then 'detached'
                    when i.inhdetachpending then 'detaching' else 'attached' end as state
          from pg_class c
          left join pg_inherits i on i.inhrelid = c.oid and i.inhparent = 'idempotency_keys'::regclass
         where c.relkind = 'r' and c.relname ~ '^idempotency_keys_d[0-9]{8}$'
           and c.relnamespace = (select relnamespace from pg_class where oid = 'idempotency_keys'::regclass)
         order by i.inhdetachpending desc nulls last, c.relname`,
  );
}

/**
 * Makes sure that every day a fresh key may carry has its partition: as far back as the window and three days ahead.
 * Harmless when several processes do it at once. Bounds are dates, so no time zone is involved.
 * @param handle outside any transaction
 * @returns the partitions that were missing
 */
export async function ensurePartitions(handle: Handle, window: Window): Promise<string[]> {
  const now = await databaseNowMs(handle);
  const existing = new Set((await existingDays(handle)).map(({ name }) => name));
  const made: string[] = [];
  for (let at = now - window.retentionHours * 3_600_000; at <= now + daysAhead * dayMs; at += dayMs) {
    const name = partitionOf(dayOf(at));
    if (existing.has(name)) continue;
    await handle.execute(sql.raw(makeDay(name, dayOf(at), dayOf(at + dayMs))));
    made.push(name);
  }
  return made;
}

/**
 * Attached, not made in place: `create table ... partition of` locks the parent against everybody, so it queues behind
 * the longest reader and every claim queues behind it; attaching lets both pass.
 */
function makeDay(name: string, from: string, to: string): string {
  return `do $$ begin
    perform pg_advisory_xact_lock(hashtext('idempotency_keys'), hashtext('${name}'));
    if to_regclass('${name}') is null then
      create table ${name} (like idempotency_keys including all);
      alter table idempotency_keys attach partition ${name} for values from ('${from}') to ('${to}');
    end if;
  end $$`;
}

/**
 * Runs an attempt to claim; if the key's day has no partition because nobody made it in time, makes it and runs the attempt
 * once more. A worker that stands still for a week costs one slow request, not the shop.
 */
export async function withPartition<T>(
  handle: Handle,
  window: Window,
  attempt: () => Promise<T>,
): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    const { code, table, constraint } = postgresFieldsOf(error) ?? {};
    // "No partition found for row" has the SQLSTATE of a broken check, but names no constraint.
    if (code !== "23514" || table !== "idempotency_keys" || constraint !== undefined) throw error;
  }
  await ensurePartitions(handle, window);
  return attempt();
}

export type Expired = { readonly partitions: string[]; readonly opaqueRows: number };

/**
 * One bounded pass of expiry: at most `batchRows` opaque keys, then every day that lies wholly before the window. Gives up
 * (55P03) when a reader holds the table for longer than the session's `lock_timeout`; the next pass goes on where
 * this one stopped, and orders keep flowing. Of several workers that do it at once, one may give up likewise.
 * @param handle outside any transaction, because a concurrent detach cannot run inside one
 * @returns what this call dropped and deleted
 */
export async function expireKeys(handle: Handle, window: Window): Promise<Expired> {
  const oldestMs = (await databaseNowMs(handle)) - window.retentionHours * 3_600_000;
  const opaqueRows = await expireOpaque(handle, oldestMs);
  const partitions: string[] = [];
  for (const day of await existingDays(handle)) {
    if (endOf(day.name) <= oldestMs && (await dropDay(handle, day))) partitions.push(day.name);
  }
  return { partitions, opaqueRows };
}

async function expireOpaque(handle: Handle, oldestMs: number): Promise<number> {
  const deleted = await rowsOf(
    handle,
    sql`delete from idempotency_keys_opaque where (account_id, key) in (
          select account_id, key from idempotency_keys_opaque
           where created_at < to_timestamp(${oldestMs / 1000}) order by created_at
           limit ${batchRows} for update skip locked)
        returning key`,
  );
  return deleted.length;
}

/** The first moment after a day partition, Unix milliseconds. */
function endOf(name: string): number {
  const day = name.replace(/^.*_d(\d{4})(\d{2})(\d{2})$/, "$1-$2-$3");
  return Date.parse(`${day}T00:00:00Z`) + dayMs;
}

// What a worker hears when another one was faster: no such table, not a partition (any more), already being detached.
const overtaken = new Set(["42P01", "42809", "55000"]);

/** @returns whether this call dropped it; another worker may have been faster */
async function dropDay(handle: Handle, { name, state }: Day): Promise<boolean> {
  const day = sql.identifier(name);
  try {
    // Concurrently: a plain drop would queue behind the longest reader and stop every claim behind itself.
    if (state === "attached") {
      await handle.execute(sql`alter table idempotency_keys detach partition ${day} concurrently`);
    } else if (state === "detaching") {
      await handle.execute(sql`alter table idempotency_keys detach partition ${day} finalize`);
    }
    await handle.execute(sql`drop table ${day}`);
    return true;
  } catch (error) {
    if (!overtaken.has(postgresFieldsOf(error)?.code ?? "")) throw error;
    return false;
  }
}
