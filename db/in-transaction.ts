// The only place that opens a transaction. It is safe when the connection dies in the middle: every statement of one
// transaction runs on one node-postgres client or fails; nothing is ever replayed on a replacement connection, and a
// callback that outlives its transaction cannot write. postgres.js's own `begin` guarantees none of this (see
// db/README.md for the figures), so it is not used anywhere.
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { isConnectionLoss, isSerializationFailure } from "./postgres-errors.ts";

declare const insideTransaction: unique symbol;

/** A database handle inside an open transaction. Only `inTransaction` makes one. */
export type Tx = NodePgDatabase & { readonly [insideTransaction]: true };

export type InTransaction = <T>(work: (tx: Tx) => Promise<T>, limits?: Partial<Limits>) => Promise<T>;

export type Limits = {
  /** Longest wait for one lock, in milliseconds. */
  lockTimeoutMs: number;
  /** Longest run of the whole transaction, in milliseconds; then the connection is thrown away. */
  totalMs: number;
};

/** The transaction's outcome is not known: COMMIT was sent and the connection died. A retry of the same key finds out. */
export class CommitUnknownError extends Error {
  override readonly name = "CommitUnknownError";
}

/** The transaction took longer than its limit and was given up; the server rolls it back. */
export class TransactionTimeoutError extends Error {
  override readonly name = "TransactionTimeoutError";
}

// A whole transaction may be run again after 40001 or 40P01 because `work` has no effect outside it. Three tries: two
// losers in a row are bad luck, more is contention that the caller should hear about.
const triesMax = 3;

// The server's own limits come a second after ours: they end what a vanished process left behind, and whoever is still
// here hears of a transaction that is too long by one name.
const backstopMs = 1_000;

/**
 * Makes `inTransaction` over a pool of node-postgres clients. READ COMMITTED is pinned, whatever the server's default.
 * @param pool one client is held for each open transaction
 */
export function transactionsOver(pool: pg.Pool, defaults: Limits): InTransaction {
  // Between the pool's hand and ours nobody listens to a client, and a client that nobody listens to ends the process with
  // its last words. So somebody always listens; a client that is already dead then refuses its first statement.
  pool.on("connect", (client) => client.on("error", () => {}));
  return async (work, limits) => {
    const bounds = { ...defaults, ...limits };
    for (let attempt = 1; ; attempt++) {
      try {
        return await runOnce(pool, work, bounds);
      } catch (error) {
        if (attempt === triesMax || !isSerializationFailure(error)) throw error;
      }
    }
  };
}

async function runOnce<T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>, limits: Limits): Promise<T> {
  const client = await pool.connect();
  const guard = new ClientGuard(client, limits.totalMs);
  try {
    await guard.query(beginStatement(limits));
    const result = await guard.whileOpen(work(guard.tx));
    await guard.commit();
    return result;
  } catch (error) {
    await guard.rollback();
    throw error;
  } finally {
    guard.release();
  }
}

function beginStatement({ lockTimeoutMs, totalMs }: Limits): string {
  const whole = (milliseconds: number) => Math.max(1, Math.round(milliseconds));
  return `begin isolation level read committed;
    set local lock_timeout = ${whole(lockTimeoutMs)};
    set local statement_timeout = ${whole(totalMs + backstopMs)};
    set local idle_in_transaction_session_timeout = ${whole(totalMs + backstopMs)}`;
}

/** One checked-out client: knows when its connection died and refuses statements once the transaction is over. */
class ClientGuard {
  readonly tx: Tx;
  readonly #client: pg.PoolClient;
  readonly #timer: NodeJS.Timeout;
  readonly #death: Promise<never>;
  #die: (error: Error) => void = () => {};
  #dead = false;
  #open = true;

  constructor(client: pg.PoolClient, totalMs: number) {
    this.#client = client;
    this.#death = new Promise<never>((_, reject) => {
      this.#die = (error) => {
        this.#dead = true;
        reject(error);
      };
    });
    this.#death.catch(() => {}); // a death after the last statement is dealt with by `release`
    client.on("error", this.#die);
    this.#timer = setTimeout(() => {
      this.#die(new TransactionTimeoutError(`the transaction ran longer than ${totalMs} ms`));
    }, totalMs);
    const facade = { query: (...args: unknown[]) => this.query(...args) };
    this.tx = drizzle({ client: facade as unknown as pg.PoolClient }) as NodePgDatabase as Tx;
  }

  query(...args: unknown[]): Promise<unknown> {
    if (!this.#open)
      return Promise.reject(new Error("this transaction is over; its handle must not be used"));
    if (this.#dead) return this.#death;
    const run = this.#client.query as (...a: unknown[]) => Promise<unknown>;
    return this.whileOpen(run.apply(this.#client, args));
  }

  whileOpen<T>(promise: Promise<T>): Promise<T> {
    return Promise.race([promise, this.#death]);
  }

  async commit(): Promise<void> {
    const pending = this.query("commit") as Promise<pg.QueryResult>;
    this.#open = false;
    const result = await pending.catch((cause: unknown) => {
      // COMMIT itself was refused, by a deferred constraint for example. A backend's last words are no refusal.
      if (!this.#dead && !isConnectionLoss(cause)) throw cause;
      throw new CommitUnknownError("the connection died while committing", { cause });
    });
    // PostgreSQL answers COMMIT of an aborted transaction with ROLLBACK and no error.
    if (result.command !== "COMMIT")
      throw new Error("the transaction had already failed and was rolled back");
  }

  async rollback(): Promise<void> {
    this.#open = false;
    if (this.#dead) return;
    await this.whileOpen(this.#client.query("rollback")).catch(this.#die);
  }

  release(): void {
    clearTimeout(this.#timer);
    this.#client.off("error", this.#die);
    this.#client.release(this.#dead); // a dead or late client is destroyed, never reused
  }
}
