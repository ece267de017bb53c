import net from "node:net";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { connectDb } from "./client.ts";
import { CommitUnknownError, TransactionTimeoutError, type Tx } from "./in-transaction.ts";
import { isConnectionLoss, postgresErrorOf } from "./postgres-errors.ts";
import { backendWaits, eventually, killBackend, latch, within } from "./testing/observe.ts";
import { createTestDatabase } from "./testing/test-database.ts";

const { db, connect } = await createTestDatabase();
const observer = connect({ poolMax: 2 }).sql;
const doorLock = 7_001;

beforeAll(async () => {
  await observer`create table halves (name text not null, half integer not null, primary key (name, half))`;
  await observer`create table doors (name text not null)`;
  // A COMMIT that waits for an advisory lock: the moment between the last statement and the answer, held open.
  await observer.unsafe(`
    create function wait_at_the_door() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock(${doorLock}); return null; end $$;
    create constraint trigger waits_at_commit after insert on doors deferrable initially deferred
      for each row execute function wait_at_the_door()`);
});

let pairs = 0;
const write = (tx: Tx, name: string, half: number) =>
  tx.execute(sql`insert into halves values (${name}, ${half})`);
const pidOf = async (tx: Tx) =>
  Number((await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)).rows[0]?.pid);
const halvesOf = async (name: string) =>
  (await observer`select half from halves where name = ${name} order by half`).map((row) => row.half);

/** The next transactions on the same pool are whole. */
async function expectPoolWorks(server: typeof db): Promise<void> {
  for (const name of [0, 1, 2].map(() => `innocent ${pairs++}`)) {
    const both = server.inTransaction(async (tx) => {
      await write(tx, name, 1);
      await write(tx, name, 2);
    });
    await within(10, both);
    expect(await halvesOf(name)).toEqual([1, 2]);
  }
}

describe("a transaction whose backend is killed", () => {
  test("while its callback awaits something else fails at once, and what goes on cannot write", async () => {
    const server = connect({ poolMax: 1 });
    const [inside, goOn, late] = [latch<number>(), latch(), latch<unknown>()];
    const call = server.inTransaction(async (tx) => {
      await write(tx, "elsewhere", 1);
      inside.open(await pidOf(tx));
      await goOn.opened;
      await write(tx, "elsewhere", 2).then(late.open, late.open);
    });
    const failed = expect(within(10, call)).rejects.toSatisfy(isConnectionLoss);
    await killBackend(observer, await inside.opened);
    await failed; // its callback still hangs, its caller does not
    await expectPoolWorks(server);
    goOn.open();
    expect(await late.opened).toBeInstanceOf(Error);
    expect(await halvesOf("elsewhere")).toEqual([]);
    await expectPoolWorks(server);
  });

  test("during a statement fails and leaves nothing", async () => {
    const server = connect({ poolMax: 1 });
    const inside = latch<number>();
    const call = server.inTransaction(async (tx) => {
      await write(tx, "statement", 1);
      inside.open(await pidOf(tx));
      await tx.execute(sql`select pg_sleep(60)`);
    });
    const failed = expect(within(10, call)).rejects.toSatisfy(isConnectionLoss);
    const pid = await inside.opened;
    await eventually("it sleeps", async () => {
      const rows = await observer`select from pg_stat_activity where pid = ${pid} and wait_event = 'PgSleep'`;
      return rows.length > 0;
    });
    await killBackend(observer, pid);
    await failed;
    expect(await halvesOf("statement")).toEqual([]);
    await expectPoolWorks(server);
  });

  test("while it commits says that the outcome is not known", async () => {
    const server = connect({ poolMax: 1 });
    const holder = await observer.reserve();
    await holder`select pg_advisory_lock(${doorLock})`;
    const inside = latch<number>();
    const call = server.inTransaction(async (tx) => {
      await write(tx, "commit", 1);
      await tx.execute(sql`insert into doors values ('commit')`);
      inside.open(await pidOf(tx));
    });
    const failed = call.then(
      () => "committed",
      (error: unknown) => error,
    );
    const pid = await inside.opened;
    await backendWaits(observer, pid);
    await killBackend(observer, pid);
    await holder`select pg_advisory_unlock(${doorLock})`;
    holder.release();
    const error = await within(10, failed);
    expect(error).toBeInstanceOf(CommitUnknownError);
    expect(isConnectionLoss(error)).toBe(true);
    expect(await halvesOf("commit")).toEqual([]);
    await expectPoolWorks(server);
  });

  test("by the server's own idle limit fails like any other loss", async () => {
    const server = connect({ poolMax: 1 });
    const never = latch();
    const call = server.inTransaction(async (tx) => {
      await write(tx, "idle", 1);
      await tx.execute(sql`set local idle_in_transaction_session_timeout = 50`);
      await never.opened;
    });
    await expect(within(10, call)).rejects.toSatisfy(isConnectionLoss);
    expect(await halvesOf("idle")).toEqual([]);
    await expectPoolWorks(server);
  });

  test("does no harm to its neighbours in the pool", async () => {
    const server = connect({ poolMax: 4 });
    const [victim, goOn] = [latch<number>(), latch()];
    const dying = server.inTransaction(async (tx) => {
      await write(tx, "victim", 1);
      victim.open(await pidOf(tx));
      await goOn.opened;
    });
    const neighbours = ["left", "right"].map((name) =>
      server.inTransaction(async (tx) => {
        await write(tx, name, 1);
        await goOn.opened;
        await write(tx, name, 2);
      }),
    );
    const failed = expect(within(10, dying)).rejects.toSatisfy(isConnectionLoss);
    await killBackend(observer, await victim.opened);
    await failed;
    goOn.open();
    await within(10, Promise.all(neighbours));
    expect(await halvesOf("victim")).toEqual([]);
    expect([await halvesOf("left"), await halvesOf("right")]).toEqual([
      [1, 2],
      [1, 2],
    ]);
  });
});

describe("a transaction whose connection dies", () => {
  test("in the same breath as it is made fails, and the process lives", async () => {
    // A server that says "ready" and "good-bye" in one packet, as happens when a fresh backend is killed.
    const message = (type: string, body: Buffer) => {
      const length = Buffer.alloc(4);
      length.writeInt32BE(body.length + 4);
      return Buffer.concat([Buffer.from(type), length, body]);
    };
    const breath = Buffer.concat([
      message("R", Buffer.alloc(4)),
      message("Z", Buffer.from("I")),
      message("E", Buffer.from("SFATAL\0C57P01\0Mterminating connection\0\0")),
    ]);
    const shortLived = net.createServer((socket) => socket.once("data", () => socket.end(breath)));
    await new Promise<void>((resolve) => shortLived.listen(0, "127.0.0.1", resolve));
    const { port } = shortLived.address() as net.AddressInfo;
    const server = connectDb({
      url: `postgres://nobody@127.0.0.1:${port}/x`,
      poolMax: 1,
      lockTimeoutMs: 1_000,
    });
    const call = server.inTransaction((tx) => write(tx, "never", 1));
    await expect(within(10, call)).rejects.toSatisfy(isConnectionLoss);
    await server.close(1);
    shortLived.close();
  });
});

describe("a transaction that takes too long", () => {
  test.each([
    ["in its callback", (_: Tx) => latch().opened],
    ["in a statement", (tx: Tx) => tx.execute(sql`select pg_sleep(60)`)],
  ])("%s is given up, and its backend does not outlive it for long", async (where, dawdle) => {
    const server = connect({ poolMax: 1 });
    let pid = 0;
    const call = server.inTransaction(
      async (tx) => {
        await write(tx, where, 1);
        pid = await pidOf(tx);
        await dawdle(tx);
      },
      { totalMs: 300 },
    );
    await expect(within(10, call)).rejects.toBeInstanceOf(TransactionTimeoutError);
    await eventually(
      "its backend is gone",
      async () => (await observer`select from pg_stat_activity where pid = ${pid}`).length === 0,
    );
    expect(await halvesOf(where)).toEqual([]);
    await expectPoolWorks(server);
  });
});

describe("transactions that meet", () => {
  test("ten at once on a pool of two all finish", async () => {
    const server = connect({ poolMax: 2 });
    const names = Array.from({ length: 10 }, () => `crowd ${pairs++}`);
    const all = names.map((name) =>
      server.inTransaction(async (tx) => {
        await write(tx, name, 1);
        await write(tx, name, 2);
      }),
    );
    await within(20, Promise.all(all));
    for (const name of names) expect(await halvesOf(name)).toEqual([1, 2]);
  });

  test("in a deadlock both finish: the loser is run again as a whole", async () => {
    await observer`insert into halves values ('left row', 0), ('right row', 0)`;
    const held = [latch(), latch()] as const;
    const done = [latch(), latch()] as const;
    const tries = [0, 0];
    const lock = (tx: Tx, name: string) =>
      tx.execute(sql`select from halves where name = ${name} for update`);
    const cross = (me: 0 | 1, first: string, second: string) =>
      db
        .inTransaction(async (tx) => {
          tries[me] = (tries[me] ?? 0) + 1;
          // The loser comes back when the winner is through; overtaking it would be the same deadlock again.
          if (tries[me] === 2) await done[me === 0 ? 1 : 0].opened;
          await lock(tx, first);
          await write(tx, `crossed ${me}`, tries[me] ?? 0);
          held[me].open();
          await held[me === 0 ? 1 : 0].opened;
          await lock(tx, second);
        })
        .then(() => done[me].open());
    await within(20, Promise.all([cross(0, "left row", "right row"), cross(1, "right row", "left row")]));
    expect([...tries].sort()).toEqual([1, 2]);
    expect([...(await halvesOf("crossed 0")), ...(await halvesOf("crossed 1"))].sort()).toEqual([1, 2]);
  });

  test("wait for a lock no longer than allowed, and say which error it was", async () => {
    await observer`insert into halves values ('locked', 0)`;
    const [locked, goOn] = [latch(), latch()];
    const holding = db.inTransaction(async (tx) => {
      await tx.execute(sql`select from halves where name = 'locked' for update`);
      locked.open();
      await goOn.opened;
    });
    await locked.opened;
    const waiting = db.inTransaction(
      (tx) => tx.execute(sql`select from halves where name = 'locked' for update`),
      { lockTimeoutMs: 50 },
    );
    await expect(within(10, waiting)).rejects.toSatisfy((error) => postgresErrorOf(error)?.code === "55P03");
    goOn.open();
    await holding;
  });
});
