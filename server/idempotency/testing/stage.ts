// What the stories of the contract share: servers that are closed behind them, and questions to the database itself.
import type { Held, Intention, Server, Subject } from "../contract.ts";
import type { Outcome } from "../perform-once.ts";
import { eventually } from "./database.ts";

export type Stories = Readonly<Record<string, (stage: Stage) => Promise<void>>>;

// Long enough that no story runs into it on a slow machine, unless it wants to.
const patientMs = 8_000;

export class Stage {
  readonly subject: Subject<Intention>;
  #servers: Server<Intention>[] = [];
  #held: Held[] = [];

  constructor(subject: Subject<Intention>) {
    this.subject = subject;
  }

  /** One more process; closed after the story. */
  async serve(options: { poolMax?: number; waitMs?: number } = {}): Promise<Server<Intention>> {
    const server = await this.subject.serve({ poolMax: 6, waitMs: patientMs, ...options });
    this.#servers.push(server);
    return server;
  }

  /** Holds the next try of an intention open, at most to the end of the story. */
  async hold(intention: Intention): Promise<Held> {
    const held = await intention.hold();
    this.#held.push(held);
    return held;
  }

  /** After a story, even one that failed in the middle. */
  async closeServers(): Promise<void> {
    const [held, servers] = [this.#held, this.#servers];
    [this.#held, this.#servers] = [[], []];
    await Promise.all(held.map((each) => each.letGo()));
    await Promise.all(servers.map((server) => server.close()));
  }

  async databaseNowMs(): Promise<number> {
    const [row] = await this.subject.query<{ now: string }>(
      "select extract(epoch from clock_timestamp()) * 1000 as now",
    );
    return Number(row?.now);
  }

  async countKeyRows({ accountId, key }: Intention): Promise<number> {
    const text = "select from idempotency_keys where account_id = $1 and key = $2";
    return (await this.subject.query(text, [accountId, key])).length;
  }

  /** Somebody stands behind this backend: the database says so itself. */
  somebodyWaitsFor(pid: number): Promise<void> {
    const text = `select from pg_stat_activity
                   where datname = current_database() and $1 = any(pg_blocking_pids(pid))`;
    return eventually(
      `a backend waits for ${pid}`,
      async () => (await this.subject.query(text, [pid])).length > 0,
    );
  }

  /** For connections that are opened from now on. */
  async setDefaultIsolation(level: string): Promise<void> {
    const [row] = await this.subject.query<{ name: string }>(
      "select quote_ident(current_database()) as name",
    );
    await this.subject.query(`alter database ${row?.name} set default_transaction_isolation to '${level}'`);
  }
}

/** Everything of an answer that goes over the wire, as one comparable string. */
export function wire({ answer }: Outcome): string {
  const { status, contentType, location, etag, body } = answer;
  return JSON.stringify([
    status,
    contentType,
    location ?? null,
    etag ?? null,
    Buffer.from(body).toString("hex"),
  ]);
}

type Problem = { code?: unknown; retryAfterSeconds?: unknown };

/** The refusal of a try, by its fields: two servers in one process have two classes of the same name. */
export async function problemOf(outcome: Promise<Outcome>): Promise<Problem> {
  return outcome.then(
    ({ kind }) => ({ code: kind }),
    (error: Problem) => ({ code: error.code, retryAfterSeconds: error.retryAfterSeconds }),
  );
}
