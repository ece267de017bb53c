// Stripe's v1 promise: one key, one execution, and the same answer again for 24 hours.
//
// The claim is an insert that can succeed only once. It names its holder, one run of one process; the statement that
// makes the charge also writes the answer, and only where that holder still has the claim. So a process killed in the
// middle leaves either everything or nothing, and its claim, held by a run that is not running here, is free to be
// taken over: never a key that answers 409 with nobody at work, and never two charges.
// https://docs.stripe.com/api/idempotent_requests
import { createHash, randomUUID } from "node:crypto";
import type { Sql } from "./database.ts";
import { keyInUse, keyReused } from "./errors.ts";

export type Claim = {
  key: string;
  holder: string;
  /** Counts from 1; 2 and more when earlier work on this key came to nothing. */
  tries: number;
  /** Counts from 1; grows when a key is used again after 24 hours, and means something new. */
  generation: number;
  /** The database's clock, in seconds. */
  at: number;
};

export type Remembered = { status: number; body: string };

export type Claimed = ({ kind: "won" } & Claim) | ({ kind: "replay" } & Remembered);

export type Keys = ReturnType<typeof createKeys>;

export function createKeys(sql: Sql) {
  const boot = randomUUID();
  const running = new Set<string>();
  let runs = 0;

  return {
    /**
     * Runs `work` if this request wins the key, and otherwise answers what was remembered.
     * @throws StripeError 400 when the key was first used with other parameters, 409 while the first try is running
     */
    async once<A>(
      key: string,
      fingerprint: string,
      work: (claim: Claim) => Promise<A>,
    ): Promise<{ kind: "performed"; answer: A } | ({ kind: "replay" } & Remembered)> {
      runs += 1;
      const holder = `${boot}:${runs}`;
      running.add(holder);
      try {
        const claimed = await claim(sql, { key, fingerprint, holder, running: [...running] });
        if (claimed.kind === "replay") return claimed;
        return { kind: "performed", answer: await work(claimed) };
      } finally {
        // Whatever happened, nobody is at work any more: an unfinished claim may now be taken over.
        running.delete(holder);
      }
    },
  };
}

type ClaimRequest = { key: string; fingerprint: string; holder: string; running: string[] };

async function claim(sql: Sql, { key, fingerprint, holder, running }: ClaimRequest): Promise<Claimed> {
  const [won] = await sql<Omit<Claim, "key" | "holder">[]>`
    insert into idempotent_requests as r (key, fingerprint, holder) values (${key}, ${fingerprint}, ${holder})
    on conflict (key) do update set
      holder = excluded.holder,
      fingerprint = excluded.fingerprint,
      status = null,
      body = null,
      tries = case when r.created_at < now() - interval '24 hours' then 1 else r.tries + 1 end,
      generation = r.generation + (r.created_at < now() - interval '24 hours')::int,
      created_at = case when r.created_at < now() - interval '24 hours' then excluded.created_at else r.created_at end
    where (r.status is not null or not ${sql.json(running)} ? r.holder)
      and (r.created_at < now() - interval '24 hours' or (r.status is null and r.fingerprint = excluded.fingerprint))
    returning tries, generation, extract(epoch from clock_timestamp())::integer as at`;
  if (won) return { kind: "won", key, holder, ...won };

  // A second statement on purpose: the first one's snapshot is older than the row it waited for.
  const [row] = await sql<{ fingerprint: string; status: number | null; body: string | null }[]>`
    select fingerprint, status, body from idempotent_requests where key = ${key}`;
  if (row !== undefined && row.fingerprint !== fingerprint) throw keyReused(key);
  if (row === undefined || row.status === null || row.body === null) throw keyInUse(key);
  return { kind: "replay", status: row.status, body: row.body };
}

/** What makes two requests the same request: the operation and its parameters, in any order. */
export function fingerprintOf(operation: string, form: string): string {
  const parameters = new URLSearchParams(form);
  parameters.sort();
  return createHash("sha256").update(`${operation}\n${parameters.toString()}`).digest("hex");
}
