// A database of its own for each test file, with the key table and nothing else, so that this folder can be tested
// wherever it is copied: it needs one PostgreSQL server, named by TEST_SERVER_URL or provided by a vitest globalSetup.
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import { inject } from "vitest";
import { ensurePartitions } from "../expire.ts";
import type { Store } from "../perform-once.ts";

export type KeyDatabase = {
  readonly url: string;
  /** The observer: a connection of its own, never one of a pool under test. */
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  /** A pool on this database, closed with it. */
  pool(settings?: pg.PoolConfig): pg.Pool;
  drop(): Promise<void>;
};

const serverUrl = () => process.env.TEST_SERVER_URL ?? (inject("serverUrl" as never) as string);

/** Makes a database with the key table and the partitions that fresh keys need. */
export async function createKeyDatabase(): Promise<KeyDatabase> {
  const name = `keys_${Date.now().toString(36)}_${randomBytes(4).toString("hex")}`;
  await onServer((server) => server.query(`create database ${name}`));
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  const pools: pg.Pool[] = [];
  const pool = (settings: pg.PoolConfig = {}) => {
    const made = new pg.Pool({ connectionString: url.href, ...settings });
    made.on("error", () => {}); // a killed idle client is replaced by the pool
    made.on("connect", (client) => client.on("error", () => {})); // nor does one in a test's hands end the process
    pools.push(made);
    return made;
  };
  const observer = pool({ max: 1, application_name: "observer" });
  await observer.query(await readFile(path.join(import.meta.dirname, "..", "table.sql"), "utf8"));
  await ensurePartitions(drizzle({ client: observer }), { retentionHours: 24 });
  return {
    url: url.href,
    pool,
    query: async <Row extends object>(text: string, values?: unknown[]) =>
      (await observer.query<Row>(text, values)).rows,
    drop: async () => {
      await Promise.all(pools.map((each) => each.ended || each.end()));
      await onServer((server) => server.query(`drop database if exists ${name} with (force)`));
    },
  };
}

async function onServer(work: (server: pg.Client) => Promise<unknown>): Promise<void> {
  const server = new pg.Client({ connectionString: serverUrl() });
  await server.connect();
  try {
    await work(server);
  } finally {
    await server.end();
  }
}

/**
 * The least a host must offer: a plain transaction at whatever isolation level the database has. A host that talks to
 * the world adds bounds in time and a guard against dying connections.
 */
export function plainStore(pool: pg.Pool): Store<NodePgDatabase> {
  return {
    auto: drizzle({ client: pool }),
    inTransaction: async (work) => {
      const client = await pool.connect();
      let dead: Error | undefined;
      const onDeath = (error: Error) => {
        dead = error;
      };
      client.on("error", onDeath);
      try {
        await client.query("begin");
        const result = await work(drizzle({ client }));
        await client.query("commit");
        return result;
      } catch (error) {
        await client.query("rollback").catch(onDeath);
        throw error;
      } finally {
        client.off("error", onDeath);
        client.release(dead ?? false);
      }
    },
  };
}

/** A UUIDv7 (RFC 9562, section 5.7) minted at an instant of the caller's choice. */
export function uuidV7At(unixMs: number): string {
  const time = Math.floor(unixMs).toString(16).padStart(12, "0");
  const random = randomBytes(10).toString("hex");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-a${random.slice(3, 6)}-${random.slice(6, 18)}`;
}

/** Asks again until the answer is yes, for at most ten seconds; orders events without guessing how long they take. */
export async function eventually(what: string, check: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!(await check())) {
    if (performance.now() > deadline) throw new Error(`still not true after 10 s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
