import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { migrateDatabase, pendingMigrations } from "./migrate.ts";
import { createEmptyDatabase, type EmptyDatabase } from "./testing/empty-database.ts";

const schema = await Promise.all(
  readdirSync(path.join(import.meta.dirname, "schema")).map(
    (file) => import(path.join(import.meta.dirname, "schema", file)) as Promise<Record<string, unknown>>,
  ),
);

let database: EmptyDatabase;
let sql: postgres.Sql;

beforeAll(async () => {
  database = await createEmptyDatabase();
  sql = postgres(database.url, { max: 2, onnotice: () => {} });
  await Promise.all([1, 2, 3].map(() => migrateDatabase(database.url)));
});
afterAll(async () => {
  await sql?.end({ timeout: 5 });
  await database?.drop();
});

const pending = () => pendingMigrations(async (text) => [...(await sql.unsafe<{ count: number }[]>(text))]);
const placeOrder = () =>
  sql`select p.oid, obj_description(p.oid) as hash from pg_proc p where p.proname = 'place_order'`;

describe("migrating", () => {
  test("by three processes at once applies each migration once", async () => {
    const applied =
      await sql`select hash, count(*)::int as times from drizzle.__drizzle_migrations group by hash`;
    expect(applied.length).toBeGreaterThan(0);
    expect(applied.every(({ times }) => times === 1)).toBe(true);
    expect(await pending()).toBe(0);
  });

  test("again changes nothing, functions included", async () => {
    const before = await placeOrder();
    await migrateDatabase(database.url);
    expect(await placeOrder()).toEqual(before);
    expect(before).toHaveLength(1);
  });

  test("replaces a function whose text is another build's, and leaves no second one beside it", async () => {
    const [now] = await placeOrder();
    await sql`comment on function place_order is 'another build'`;
    await migrateDatabase(database.url);
    expect([...(await placeOrder())].map(({ hash }) => hash)).toEqual([now?.hash]);
  });
});

describe("the schema that Drizzle believes in", () => {
  const tables = schema
    .flatMap((module) => Object.values(module))
    .filter((value): value is PgTable => is(value, PgTable))
    .map(getTableConfig);

  test.each(tables.map((table) => [table.name, table] as const))(
    "is the database's: %s",
    async (name, table) => {
      const real = await sql`
      select column_name as name, data_type as type, is_nullable = 'NO' as "notNull"
        from information_schema.columns where table_schema = 'public' and table_name = ${name} order by 1`;
      const believed = table.columns.map((column) => ({
        name: column.name,
        type: column.getSQLType(),
        notNull: column.notNull,
      }));
      expect([...real]).toEqual(believed.sort((a, b) => (a.name < b.name ? -1 : 1)));
      const constraints =
        await sql`select conname as name from pg_constraint where conrelid = ${name}::regclass
                                  union select indexrelid::regclass::text from pg_index where indrelid = ${name}::regclass`;
      const named = [
        ...table.checks,
        ...table.uniqueConstraints,
        ...table.indexes.map(({ config }) => config),
      ];
      expect(constraints.map((row) => row.name)).toEqual(
        expect.arrayContaining(named.map((rule) => ("getName" in rule ? rule.getName() : rule.name))),
      );
    },
  );

  test("includes every table that exists, but for the ones that are written by hand", async () => {
    const real = await sql`select table_name as name from information_schema.tables
                            where table_schema = 'public' and table_name not like 'idempotency\\_keys%'`;
    const byHand = ["order_transitions"];
    expect(real.map(({ name }) => String(name)).sort()).toEqual(
      [...tables.map(({ name }) => name), ...byHand].sort(),
    );
  });
});

test("the key table's migration is the file that is lifted with its folder, word for word", async () => {
  const read = (...parts: string[]) => readFile(path.join(import.meta.dirname, ...parts), "utf8");
  const migration = await read("migrations", "0001_idempotency_keys.sql");
  const lifted = await read("..", "server", "idempotency", "table.sql");
  // The migrator runs a file in pieces; the mark between them is all that the two differ in.
  const words = (text: string) =>
    text.replaceAll("--> statement-breakpoint", "").split(/\s+/).filter(Boolean);
  expect(words(lifted)).toEqual(words(migration));
});
