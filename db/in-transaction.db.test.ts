import { sql } from "drizzle-orm";
import pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { TransactionTimeoutError, type Tx, transactionsOver } from "./in-transaction.ts";
import { isSerializationFailure, violates } from "./postgres-errors.ts";
import { latch, within } from "./testing/observe.ts";
import { createTestDatabase } from "./testing/test-database.ts";

const { db, connect, url } = await createTestDatabase();

beforeAll(async () => {
  await db.sql`create table notes (text text not null)`;
  await db.sql`create table names (
    name text not null, constraint one_of_each_name unique (name) deferrable initially deferred)`;
});

const note = (tx: Tx, text: string) => tx.execute(sql`insert into notes values (${text})`);
const notes = async (text: string) => (await db.sql`select from notes where text = ${text}`).length;
/** As if the server had given up the transaction with this SQLSTATE. */
const raise = (tx: Tx, code: string) =>
  tx.execute(sql.raw(`do $$ begin raise exception 'on purpose' using errcode = '${code}'; end $$`));
const setting = async (tx: Tx, name: string) =>
  (await tx.execute<{ value: string }>(sql`select current_setting(${name}) as value`)).rows[0]?.value;

describe("what inTransaction promises", () => {
  test("all of it or nothing: an error undoes what was written before it, and arrives unchanged", async () => {
    const mine = new Error("mine");
    const call = db.inTransaction(async (tx) => {
      await note(tx, "undone");
      throw mine;
    });
    await expect(call).rejects.toBe(mine);
    expect(await notes("undone")).toBe(0);
  });

  test("a statement after the end is refused, also one that was only started late", async () => {
    let leaked: Tx | undefined;
    await db.inTransaction(async (tx) => {
      leaked = tx;
      await note(tx, "in time");
    });
    const late = leaked && note(leaked, "late");
    await expect(late).rejects.toThrow();
    expect([await notes("in time"), await notes("late")]).toEqual([1, 0]);
  });

  test("a statement that nobody awaits never outlives its transaction", async () => {
    let unawaited: Promise<unknown> = Promise.resolve();
    const call = db.inTransaction(async (tx) => {
      unawaited = note(tx, "unawaited").then(
        () => "written",
        () => "refused",
      );
      throw new Error("rolled back");
    });
    await expect(call).rejects.toThrow("rolled back");
    await unawaited;
    expect(await notes("unawaited")).toBe(0);
  });

  test.each(["40001", "40P01"])("%s runs the whole callback again, from an empty page", async (code) => {
    let tries = 0;
    await db.inTransaction(async (tx) => {
      await note(tx, `again ${code}`);
      if (++tries === 1) await raise(tx, code);
    });
    expect(tries).toBe(2);
    expect(await notes(`again ${code}`)).toBe(1);
  });

  test("serialization failures without end are reported after a few tries", async () => {
    let tries = 0;
    const call = db.inTransaction(async (tx) => {
      tries++;
      await note(tx, "hopeless");
      await raise(tx, "40001");
    });
    await expect(call).rejects.toSatisfy(isSerializationFailure);
    expect(tries).toBeGreaterThan(1);
    expect(tries).toBeLessThan(10);
    expect(await notes("hopeless")).toBe(0);
  });

  test.each(["23505", "55P03", "P0001"])("%s is not tried again", async (code) => {
    let tries = 0;
    const call = db.inTransaction(async (tx) => {
      tries++;
      await raise(tx, code);
    });
    await expect(call).rejects.toThrow();
    expect(tries).toBe(1);
  });

  test("an inner error that was swallowed is still an error: nothing was committed", async () => {
    const call = db.inTransaction(async (tx) => {
      await note(tx, "swallowed");
      await raise(tx, "P0001").catch(() => {});
      return "all is well";
    });
    await expect(call).rejects.toThrow();
    expect(await notes("swallowed")).toBe(0);
  });

  test("a savepoint is the way to survive an inner error", async () => {
    await db.inTransaction(async (tx) => {
      await note(tx, "kept");
      await tx.execute(sql`savepoint here`);
      await raise(tx, "P0001").catch(() => tx.execute(sql`rollback to savepoint here`));
    });
    expect(await notes("kept")).toBe(1);
  });

  test("a constraint that is checked at commit fails the call by its name", async () => {
    const call = db.inTransaction(async (tx) => {
      await note(tx, "deferred");
      await tx.execute(sql`insert into names values ('twice'), ('twice')`);
    });
    await expect(call).rejects.toSatisfy((error) => violates(error, "one_of_each_name"));
    expect(await notes("deferred")).toBe(0);
  });

  test("read committed, whatever the database's default, in transactions and single statements", async () => {
    const [row] = await db.sql`select current_database() as name`;
    await db.sql.unsafe(`alter database ${row?.name} set default_transaction_isolation to 'serializable'`);
    try {
      const server = connect();
      const [single] = await server.sql`select current_setting('transaction_isolation') as value`;
      const inside = await server.inTransaction((tx) => setting(tx, "transaction_isolation"));
      expect([single?.value, inside]).toEqual(["read committed", "read committed"]);
    } finally {
      await db.sql.unsafe(`alter database ${row?.name} reset default_transaction_isolation`);
    }
  });

  test("limits hold inside and do not leak into the pooled connection", async () => {
    const pool = new pg.Pool({ connectionString: url, max: 1 });
    const inTransaction = transactionsOver(pool, { lockTimeoutMs: 1_234, totalMs: 20_000 });
    const inside = (limits?: { lockTimeoutMs: number }) =>
      inTransaction((tx) => setting(tx, "lock_timeout"), limits);
    expect(await inside()).toBe("1234ms");
    expect(await inside({ lockTimeoutMs: 50 })).toBe("50ms");
    for (const name of ["lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout"]) {
      const { rows } = await pool.query(`select setting from pg_settings where name = '${name}'`);
      expect(rows).toEqual([{ setting: "0" }]);
    }
    await pool.end();
  });
});

describe("the two pools", () => {
  test("do not wait for each other: a single statement inside a transaction finds a connection", async () => {
    const server = connect({ poolMax: 1 });
    const call = server.inTransaction(async (tx) => {
      await note(tx, "outer");
      return (
        await server.auto.execute(sql`select count(*)::int as count from notes where text = 'outer'`)
      )[0];
    });
    // And it is no part of the transaction: it does not see what is not committed.
    expect(await within(10, call)).toEqual({ count: 0 });
  });

  test("leave a stranger's single statement free while every transaction is busy", async () => {
    const server = connect({ poolMax: 2 });
    const goOn = latch();
    const busy = [1, 2, 3].map(() => server.inTransaction(() => goOn.opened));
    expect(await within(10, server.sql`select 1 as one`)).toEqual([{ one: 1 }]);
    goOn.open();
    await Promise.all(busy);
  });

  test("close in bounded time even if a transaction never ends", async () => {
    const server = connect({ poolMax: 1 });
    const inside = latch();
    const stuck = server.inTransaction(
      async (tx) => {
        await note(tx, "stuck");
        inside.open();
        await latch().opened;
      },
      { totalMs: 4_000 },
    );
    const ended = stuck.catch((error: unknown) => error);
    await inside.opened;
    await within(3, server.close(1));
    expect(await within(10, ended)).toBeInstanceOf(TransactionTimeoutError);
    expect(await notes("stuck")).toBe(0);
  });
});
