import { randomUUID } from "node:crypto";
import { drizzle } from "drizzle-orm/node-postgres";
import { getTableConfig } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ensurePartitions } from "./expire.ts";
import { performOnce } from "./perform-once.ts";
import { idempotencyKeys } from "./table.ts";
import { createKeyDatabase, type KeyDatabase, plainStore, uuidV7At } from "./testing/database.ts";

let database: KeyDatabase;
beforeAll(async () => {
  database = await createKeyDatabase();
});
afterAll(() => database?.drop());

/** One keyed request through a session whose calendar is that of `zone`. */
async function send(accountId: string, key: string, zone = "UTC") {
  const pool = database.pool({ max: 2, options: `-c TimeZone=${zone}` });
  const intent = { accountId, key, operation: "things.make", fingerprint: new Uint8Array(32) };
  const answer = { status: 201, contentType: "text/plain", body: Buffer.from(randomUUID()) };
  const outcome = await performOnce(plainStore(pool), intent, async () => answer, {
    retentionHours: 48,
    waitMs: 2_000,
  });
  const { rows } = await pool.query<{ today: string }>("select current_date::text as today");
  await pool.end();
  return { kind: outcome.kind, today: rows[0]?.today };
}

const rowsOf = (accountId: string) =>
  database.query<{ key: string; place: string }>(
    "select key, tableoid::regclass::text as place from idempotency_keys where account_id = $1 order by key",
    [accountId],
  );

describe("the key table", () => {
  test("has the columns that Drizzle believes in: names, types, nullability and defaults", async () => {
    const real = await database.query(
      `select column_name as name, data_type as type, is_nullable = 'NO' as "notNull",
              column_default is not null as "hasDefault"
         from information_schema.columns where table_name = 'idempotency_keys' order by ordinal_position`,
    );
    const believed = getTableConfig(idempotencyKeys).columns.map((column) => ({
      name: column.name,
      type: column.getSQLType(),
      notNull: column.notNull,
      hasDefault: column.hasDefault,
    }));
    expect(real).toEqual(believed);
  });

  test("is keyed as Drizzle believes, in every partition, and is partitioned by bucket", async () => {
    const [believed] = getTableConfig(idempotencyKeys).primaryKeys;
    const keys = await database.query<{ name: string; columns: string[] }>(
      `select c.conname as name, array_agg(a.attname::text order by k.n) as columns
         from pg_constraint c, unnest(c.conkey) with ordinality k(attnum, n), pg_attribute a
        where c.contype = 'p' and c.connamespace = 'public'::regnamespace and a.attrelid = c.conrelid and a.attnum = k.attnum
        group by c.oid, c.conname`,
    );
    const columns = believed?.columns.map(({ name }) => name);
    expect(keys.length).toBeGreaterThan(2);
    for (const key of keys) expect(key.columns).toEqual(columns);
    expect(keys.map(({ name }) => name)).toContain(believed?.getName());
    const [partitioning] = await database.query<{ by: string }>(
      "select pg_get_partkeydef('idempotency_keys'::regclass) as by",
    );
    expect(partitioning?.by).toBe("RANGE (bucket)");
  });
});

describe("midnight", () => {
  test("is no new chance for a key: yesterday's session and today's meet the same row", async () => {
    for (const key of [uuidV7At(Date.now()), "order-1"]) {
      const accountId = randomUUID();
      // Twenty-five hours apart, so their calendars always show different days.
      const late = await send(accountId, key, "Pacific/Niue");
      const early = await send(accountId, key, "Pacific/Kiritimati");
      expect(late.today).not.toBe(early.today);
      expect([late.kind, early.kind]).toEqual(["performed", "replayed"]);
      expect(await rowsOf(accountId)).toHaveLength(1);
    }
  });

  test("parts two keys minted a millisecond before and after it, and each stays unique", async () => {
    const observer = database.pool({ max: 1 });
    await ensurePartitions(drizzle({ client: observer }), { retentionHours: 48 });
    const [clock] = await database.query<{ midnight: string }>(
      "select extract(epoch from date_trunc('day', now(), 'UTC')) * 1000 as midnight",
    );
    const midnight = Number(clock?.midnight);
    const accountId = randomUUID();
    const keys = [uuidV7At(midnight - 1), uuidV7At(midnight)];
    const kinds = [];
    for (const key of [...keys, ...keys]) kinds.push((await send(accountId, key)).kind);
    expect(kinds).toEqual(["performed", "performed", "replayed", "replayed"]);
    const name = (at: number) =>
      `idempotency_keys_d${new Date(at).toISOString().slice(0, 10).replaceAll("-", "")}`;
    expect(await rowsOf(accountId)).toEqual([
      { key: keys[0], place: name(midnight - 1) },
      { key: keys[1], place: name(midnight) },
    ]);
  });

  test("does not matter to the index either: a second row for the key is refused whatever the day", async () => {
    const accountId = randomUUID();
    await send(accountId, "order-1");
    const again = database.query(
      "insert into idempotency_keys select * from idempotency_keys where account_id = $1",
      [accountId],
    );
    await expect(again).rejects.toMatchObject({ code: "23505" });
  });
});
