import { sql } from "drizzle-orm";
import { pgTable, text } from "drizzle-orm/pg-core";
import { beforeAll, describe, expect, test } from "vitest";
import { connectDb, type Db } from "./client.ts";
import { isConnectionLoss, isLockTimeout, postgresErrorOf, violates } from "./postgres-errors.ts";
import { eventually, killBackend, latch } from "./testing/observe.ts";
import { createTestDatabase } from "./testing/test-database.ts";

const { db, connect } = await createTestDatabase();
const badges = pgTable("badges", { name: text().notNull(), holder: text().notNull() });

beforeAll(async () => {
  await db.sql`create table badges (
    name text not null constraint one_badge_per_name unique,
    holder text not null constraint one_badge_per_holder unique)`;
});

type Handle = Pick<Db["auto"], "insert" | "execute">;
/** The same statement through each of the two drivers, wrapped by Drizzle both times. */
const drivers: [string, (server: Db, work: (handle: Handle) => Promise<unknown>) => Promise<unknown>][] = [
  ["postgres.js", (server, work) => work(server.auto)],
  ["node-postgres", (server, work) => server.inTransaction((tx) => work(tx as unknown as Handle))],
];
const give = (name: string, holder: string) => (handle: Handle) =>
  handle.insert(badges).values({ name, holder }).returning();

describe.each(drivers)("through Drizzle and %s", (driver, run) => {
  test("nineteen of twenty racers for one name are told which rule refused them", async () => {
    const racers = Array.from({ length: 20 }, (_, n) => run(db, give(`${driver} prize`, `${driver} ${n}`)));
    const results = await Promise.allSettled(racers);
    const losers = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
    expect(await db.sql`select from badges where name = ${`${driver} prize`}`).toHaveLength(1);
    expect(losers).toHaveLength(19);
    for (const error of losers) {
      expect(violates(error, "one_badge_per_name")).toBe(true);
      expect(violates(error, "one_badge_per_holder")).toBe(false);
    }
  });

  test("another rule's refusal is not taken for this one's", async () => {
    await run(db, give(`${driver} first`, `${driver} ann`));
    const error = await run(db, give(`${driver} second`, `${driver} ann`)).catch((reason: unknown) => reason);
    expect(violates(error, "one_badge_per_holder")).toBe(true);
    expect(violates(error, "one_badge_per_name")).toBe(false);
  });

  test("a lock that is not to be had is recognised", async () => {
    await run(db, give(`${driver} held`, `${driver} holder`));
    const [locked, goOn] = [latch(), latch()];
    const lock = sql`select from badges where name = ${`${driver} held`} for update`;
    const holding = db.inTransaction(async (tx) => {
      await tx.execute(lock);
      locked.open();
      await goOn.opened;
    });
    await locked.opened;
    const impatient = connect({ lockTimeoutMs: 50 });
    const error = await run(impatient, (handle) => handle.execute(lock)).catch((reason: unknown) => reason);
    goOn.open();
    await holding;
    expect(isLockTimeout(error)).toBe(true);
  });

  test("a key row without partition is a broken check that names no constraint", async () => {
    const insert = sql`insert into idempotency_keys (account_id, key, bucket, operation, fingerprint)
                       values (gen_random_uuid(), 'k', '1999-12-31', 'things.make', '')`;
    const error = await run(db, (handle) => handle.execute(insert)).catch((reason: unknown) => reason);
    expect(postgresErrorOf(error)).toMatchObject({ code: "23514", constraint: null });
  });

  test("a killed backend is a lost connection", async () => {
    const server = connect({ poolMax: 1 });
    const call = run(server, (handle) => handle.execute(sql`select pg_sleep(30)`));
    const failed = expect(call).rejects.toSatisfy(isConnectionLoss);
    const sleeper = async () => {
      const rows = await db.sql<{ pid: number }[]>`
        select pid from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`;
      return rows[0]?.pid;
    };
    await eventually("it sleeps", async () => (await sleeper()) !== undefined);
    await killBackend(db.sql, Number(await sleeper()));
    await failed;
  });

  test("a server that is not there is a lost connection", async () => {
    const nowhere = connectDb({ url: "postgres://nobody@127.0.0.1:1/x", poolMax: 1, lockTimeoutMs: 1_000 });
    await expect(run(nowhere, (handle) => handle.execute(sql`select 1`))).rejects.toSatisfy(isConnectionLoss);
    await nowhere.close(1);
  });
});
