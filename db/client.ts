// Two ways to the same database. `auto`: one statement is one transaction, through postgres.js; nothing can be left open.
// `inTransaction`: several statements on one node-postgres client. Separate pools, so that a transaction that waits for a
// lock never stands in front of a stranger's single statement.
import { setTimeout as sleep } from "node:timers/promises";
import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import pg from "pg";
import postgres from "postgres";
import { type InTransaction, transactionsOver } from "./in-transaction.ts";

/** The database, outside any transaction. */
export type Db = {
  /** Drizzle for single statements; each commits by itself. */
  readonly auto: PostgresJsDatabase;
  /** The driver itself. */
  readonly sql: postgres.Sql;
  /** Runs one of the few hot statements that live in files of their own: prepared once per connection. */
  prepared(statement: string, values: readonly unknown[]): Promise<postgres.Row[]>;
  readonly inTransaction: InTransaction;
  /** Closes both pools; waits at most `seconds` for what is running. */
  close(seconds?: number): Promise<void>;
};

export type DbSettings = {
  /**
   * With `?pgbouncer=true` a pooler in transaction mode stands in between: nothing is prepared, and no limit is asked for
   * when connecting, because both would outlive a transaction there. Give the role those limits instead.
   */
  readonly url: string;
  /** Connections of each of the two pools. */
  readonly poolMax: number;
  /** Longest wait for any lock, in milliseconds. */
  readonly lockTimeoutMs: number;
  readonly applicationName?: string;
};

// Longer than any statement of ours should take, shorter than a proxy's patience.
const statementTimeoutMs = 10_000;
// A transaction has no network call in it, so seconds mean that something is wrong.
const transactionTotalMs = 15_000;
// With every connection busy for this long, saying "unavailable" beats joining the queue.
const connectTimeoutMs = 5_000;

// A restarted server is back within a second; asking twenty times a second costs nothing.
const reconnectSeconds = 0.05;

export function connectDb(settings: DbSettings): Db {
  const { url, pooled } = readUrl(settings.url);
  const limits = pooled
    ? {}
    : {
        statement_timeout: statementTimeoutMs,
        lock_timeout: settings.lockTimeoutMs,
        idle_in_transaction_session_timeout: transactionTotalMs,
      };
  const sql = postgres(url, {
    max: settings.poolMax,
    // 0: never queue a statement behind another one that may be waiting for a lock.
    max_pipeline: 0,
    connect_timeout: connectTimeoutMs / 1000,
    // The default asks for array types on every new connection, and when that connection is killed meanwhile the driver
    // rejects where nobody can catch it. Nothing here needs array types.
    fetch_types: false,
    // The default backs off for seconds after a lost server, and requests stall behind it.
    backoff: () => reconnectSeconds,
    prepare: !pooled,
    onnotice: () => {},
    connection: {
      application_name: settings.applicationName ?? "paid-once",
      // At a stricter level, which a database may have by default, every loser of a race would be an error.
      ...(pooled ? {} : { default_transaction_isolation: "read committed" }),
      ...limits,
    },
  } as postgres.Options<Record<string, never>>);
  const pool = new pg.Pool({
    connectionString: url,
    max: settings.poolMax,
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: `${settings.applicationName ?? "paid-once"} transactions`,
    ...limits,
  });
  pool.on("error", () => {}); // an idle client lost its server; the pool replaces it
  let closed: Promise<unknown> | undefined;
  return {
    auto: drizzle({ client: sql }),
    sql,
    prepared: (statement, values) => sql.unsafe(statement, values as never[], { prepare: !pooled }),
    inTransaction: transactionsOver(pool, {
      lockTimeoutMs: settings.lockTimeoutMs,
      totalMs: transactionTotalMs,
    }),
    close: async (seconds = 5) => {
      // A pool waits for its last transaction without end; one that is stuck ends with its own limit.
      closed ??= Promise.all([
        sql.end({ timeout: seconds }),
        Promise.race([pool.end(), sleep(seconds * 1_000, undefined, { ref: false })]),
      ]);
      await closed;
    },
  };
}

function readUrl(given: string): { url: string; pooled: boolean } {
  const url = new URL(given);
  const pooled = url.searchParams.get("pgbouncer") === "true";
  url.searchParams.delete("pgbouncer"); // the drivers would pass it on to the server
  return { url: url.href, pooled };
}
