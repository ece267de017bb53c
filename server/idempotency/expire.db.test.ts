import { randomUUID } from "node:crypto";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { bucketOf, dayOf } from "./bucket.ts";
import { sqlStateOf } from "./errors.ts";
import { ensurePartitions, expireKeys } from "./expire.ts";
import { performOnce } from "./perform-once.ts";
import { createKeyDatabase, eventually, type KeyDatabase, plainStore, uuidV7At } from "./testing/database.ts";

const window = { retentionHours: 24 };
const dayMs = 86_400_000;

let database: KeyDatabase;
let pool: pg.Pool;
let now: number;

beforeAll(async () => {
  database = await createKeyDatabase();
  // As a host has it: no statement waits for a lock for long.
  pool = database.pool({ max: 8, lock_timeout: 300 });
});
beforeEach(async () => {
  for (const { name } of await partitions()) await database.query(`drop table ${name}`);
  await database.query("delete from idempotency_keys");
  const [row] = await database.query<{ now: string }>("select extract(epoch from now()) * 1000 as now");
  now = Number(row?.now);
});
afterEach(() => finishReader());
afterAll(() => database?.drop());

const handle = () => drizzle({ client: pool });
const nameOf = (atMs: number) => `idempotency_keys_d${dayOf(atMs).replaceAll("-", "")}`;

/** The day partitions, with their bounds as the catalogue keeps them. */
const partitions = () =>
  database.query<{ name: string; bounds: string; pending: boolean }>(
    `select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bounds, i.inhdetachpending as pending
       from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'idempotency_keys'::regclass and c.relname like '%\\_d%' order by 1`,
  );
const names = async () => (await partitions()).map(({ name }) => name);

/** The days of today's window, and three older ones, which are returned. */
async function makeOldDays(): Promise<string[]> {
  await ensurePartitions(handle(), window);
  const old = await ensurePartitions(handle(), { retentionHours: 24 * 4 });
  expect(old).toEqual([-4, -3, -2].map((days) => nameOf(now + days * dayMs)));
  return old;
}

const insertOpaque = (count: number, age: string) =>
  database.query(
    `insert into idempotency_keys (account_id, key, bucket, operation, fingerprint, created_at)
     select $1, 'k' || n || $3::text, '0001-01-01', 'things.make', '', now() - $3::interval
       from generate_series(1, $2) n`,
    [randomUUID(), count, age],
  );

let finishReader = async () => {};

/** A transaction that has read the key table and stays open, as a report or a backup does. */
async function longReader(): Promise<void> {
  const reader = await pool.connect();
  await reader.query("begin isolation level repeatable read");
  await reader.query("select count(*) from idempotency_keys");
  finishReader = async () => {
    finishReader = async () => {};
    await reader.query("commit");
    reader.release();
  };
}

/** One keyed request of a customer, who should notice nothing of all this. */
async function placeOne(key = uuidV7At(now)) {
  const intent = { accountId: randomUUID(), key, operation: "things.make", fingerprint: new Uint8Array(32) };
  const answer = { status: 201, contentType: "text/plain", body: new Uint8Array([1]) };
  return performOnce(plainStore(pool), intent, async () => answer, { ...window, waitMs: 2_000 });
}

/** A patient pass of expiry waits behind the reader, customers are served meanwhile, and then the reader leaves. */
async function patientPass(): Promise<string[]> {
  const worker = database.pool({ max: 1, lock_timeout: 20_000, application_name: "upkeep" });
  let passing = true;
  const pass = expireKeys(drizzle({ client: worker }), window).finally(() => {
    passing = false;
  });
  const waiting = `select from pg_stat_activity where application_name = 'upkeep' and wait_event_type = 'Lock'
                      and datname = current_database()`;
  await eventually("the pass waits", async () => (await database.query(waiting)).length > 0);
  for (let n = 0; n < 3; n++) expect((await placeOne()).kind).toBe("performed");
  expect(passing).toBe(true);
  await finishReader();
  const { partitions: dropped } = await pass;
  await worker.end();
  return dropped.sort();
}

describe("partitions", () => {
  test("are made for every day of the window and three days ahead, and only once", async () => {
    const made = await ensurePartitions(handle(), window);
    expect(await names()).toEqual(made);
    expect(made).toEqual([-1, 0, 1, 2, 3].map((days) => nameOf(now + days * dayMs)));
    expect(await ensurePartitions(handle(), window)).toEqual([]);
  });

  test.each(["UTC", "Europe/Berlin", "Pacific/Kiritimati", "America/Los_Angeles"])(
    "have the bounds of a UTC day when the session lives in %s",
    async (zone) => {
      const there = database.pool({ max: 1, options: `-c TimeZone=${zone}` });
      await ensurePartitions(drizzle({ client: there }), window);
      await there.end();
      for (const { name, bounds } of await partitions()) {
        const day = name.replace(/.*_d(\d{4})(\d{2})(\d{2})$/, "$1-$2-$3");
        const next = dayOf(Date.parse(day) + dayMs);
        expect(bounds).toBe(`FOR VALUES FROM ('${day}') TO ('${next}')`);
      }
    },
  );

  test("are made once when several workers start together", async () => {
    await Promise.all(Array.from({ length: 6 }, () => ensurePartitions(handle(), window)));
    expect(await names()).toHaveLength(5);
    expect((await placeOne()).kind).toBe("performed");
  });

  test("are made behind a long reader's back, and nobody queues", async () => {
    await ensurePartitions(handle(), window);
    await database.query(`drop table ${nameOf(now + 3 * dayMs)}`);
    await longReader();
    const [made, placed] = await Promise.all([ensurePartitions(handle(), window), placeOne()]);
    await finishReader();
    expect(made).toEqual([nameOf(now + 3 * dayMs)]);
    expect(placed.kind).toBe("performed");
  });

  test("that nobody made in time are made by the first key that needs one", async () => {
    const key = uuidV7At(now);
    const outcomes = [await placeOne(key), await placeOne()];
    expect(outcomes.map(({ kind }) => kind)).toEqual(["performed", "performed"]);
    expect(await names()).toContain(nameOf(now));
    const rows = await database.query("select from idempotency_keys where key = $1 and bucket = $2", [
      key,
      bucketOf(key),
    ]);
    expect(rows).toHaveLength(1);
  });
});

describe("expiry", () => {
  test("drops the days that lie wholly before the window and keeps the rest", async () => {
    const old = await makeOldDays();
    const expired = await expireKeys(handle(), window);
    expect(expired.partitions).toEqual(old);
    expect(await names()).toEqual([-1, 0, 1, 2, 3].map((days) => nameOf(now + days * dayMs)));
    expect(await database.query("select from pg_class where relname = any($1)", [old])).toEqual([]);
  });

  test("and upkeep agree: what the one makes the other does not drop", async () => {
    await ensurePartitions(handle(), window);
    expect((await expireKeys(handle(), window)).partitions).toEqual([]);
    expect(await ensurePartitions(handle(), window)).toEqual([]);
  });

  test("deletes old keys that carry no time in bounded batches, and never a young one", async () => {
    await insertOpaque(1_500, "25 hours");
    await insertOpaque(10, "23 hours");
    const passes = [];
    for (let n = 0; n < 3; n++) passes.push((await expireKeys(handle(), window)).opaqueRows);
    expect(passes).toEqual([1_000, 500, 0]);
    expect(await database.query("select from idempotency_keys")).toHaveLength(10);
  });

  test("stands behind a long reader, and nobody stands behind it", async () => {
    const old = await makeOldDays();
    await longReader();
    expect(await patientPass()).toEqual(old);
  });

  test("gives up when the reader stays too long, and a later pass goes on", async () => {
    const old = await makeOldDays();
    await insertOpaque(5, "25 hours");
    await longReader();
    expect(await expireKeys(handle(), window).then(() => "done", sqlStateOf)).toBe("55P03");
    // The rows of the other bucket do not wait for the reader.
    expect(await database.query("select from idempotency_keys_opaque")).toEqual([]);
    await finishReader();
    expect((await expireKeys(handle(), window)).partitions.sort()).toEqual(old);
    expect((await names()).filter((name) => old.includes(name))).toEqual([]);
  });

  test("finishes a detach that was interrupted in the middle", async () => {
    const old = await makeOldDays();
    await longReader();
    const worker = await pool.connect();
    const [me] = (await worker.query<{ pid: number }>("select pg_backend_pid() as pid")).rows;
    await worker.query("set lock_timeout = 0");
    const detach = worker
      .query(`alter table idempotency_keys detach partition ${old[1]} concurrently`)
      .then(() => "done", sqlStateOf);
    await eventually("the first half is committed", async () =>
      (await partitions()).some(({ pending }) => pending),
    );
    await database.query("select pg_cancel_backend($1)", [me?.pid]);
    expect(await detach).toBe("57014");
    worker.release(true);
    expect(await patientPass()).toEqual(old);
    expect((await names()).filter((name) => old.includes(name))).toEqual([]);
  });

  test("drops a day whose worker died between detaching and dropping it", async () => {
    const [orphan] = await makeOldDays();
    await database.query(`alter table idempotency_keys detach partition ${orphan}`);
    expect((await expireKeys(handle(), window)).partitions).toContain(orphan);
    expect(await database.query("select from pg_class where relname = $1", [orphan])).toEqual([]);
  });

  test("by two workers at once never goes wrong: one may give up, and the next pass leaves nothing old", async () => {
    const old = await makeOldDays();
    const pass = () => expireKeys(handle(), window).then(({ partitions }) => partitions, sqlStateOf);
    for (const answer of await Promise.all([pass(), pass()])) {
      if (!Array.isArray(answer)) expect(answer).toBe("55P03");
    }
    await pass();
    expect((await names()).filter((name) => old.includes(name))).toEqual([]);
    expect(await database.query("select from pg_class where relname = any($1)", [old])).toEqual([]);
  });
});
