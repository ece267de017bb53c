// Reading and remembering answers. An answer is kept as the exact bytes that were sent, with the three headers that
// carry meaning; `jsonb` would reorder members, fold numbers and refuse NUL, and a replay must be byte for byte.
import { and, eq, sql } from "drizzle-orm";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import { bucketOf, mintedAtMs } from "./bucket.ts";
import { KeyError } from "./errors.ts";
import { idempotencyKeys } from "./table.ts";

/** Any Drizzle handle on PostgreSQL: this module does not care which driver is below. */
export type Handle = PgDatabase<PgQueryResultHKT>;

/** One caller's key for one request. */
export type Intent = {
  readonly accountId: string;
  readonly key: string;
  readonly operation: string;
  readonly fingerprint: Uint8Array;
};

/** What the caller is told, and told again. */
export type Answer = {
  readonly status: number;
  readonly contentType: string;
  readonly location?: string | null;
  readonly etag?: string | null;
  readonly body: Uint8Array;
};

export type StoredAnswer = Answer & {
  /** Whether the answer still waits for an outcome outside this database. */
  readonly provisional: boolean;
};

/** The columns of a key row that decide a replay. */
export type KeyRow = Pick<
  typeof idempotencyKeys.$inferSelect,
  "fingerprint" | "status" | "contentType" | "location" | "etag" | "body" | "provisional"
>;

/** Retention of keys and tolerance for the callers' clocks, both judged by the database's clock. */
export type Window = { readonly retentionHours: number };

// A caller's clock may be this far ahead of the database's before its time-ordered key is refused.
const aheadMaxMs = 5 * 60_000;

/**
 * Refuses a UUIDv7 from outside the window: one that is older than the retention would run a second time if its row
 * were gone, so it never runs at all.
 * @param databaseNowMs the database's clock, Unix milliseconds
 * @throws KeyError `key-expired` (422) or `key-malformed` (400)
 */
export function refuseOutsideWindow(key: string, databaseNowMs: number, window: Window): void {
  const minted = mintedAtMs(key);
  if (minted === undefined) return;
  if (minted < databaseNowMs - window.retentionHours * 3_600_000) throw new KeyError("key-expired");
  if (minted > databaseNowMs + aheadMaxMs) throw new KeyError("key-malformed");
}

/**
 * Decides what a found key row means for this intent.
 * @throws KeyError `key-reused` when the row belongs to a request with another meaning
 */
export function answerFrom(row: KeyRow, intent: Intent): StoredAnswer {
  if (Buffer.compare(row.fingerprint, intent.fingerprint) !== 0) throw new KeyError("key-reused");
  return storedAnswerOf(row);
}

function storedAnswerOf(row: KeyRow): StoredAnswer {
  if (row.status === null || row.body === null || row.contentType === null) {
    throw new Error("a committed key row has no answer: claim and answer must be one transaction");
  }
  const { status, contentType, location, etag, body, provisional } = row;
  return { status, contentType, location, etag, body, provisional };
}

const whereKey = ({ accountId, key }: Pick<Intent, "accountId" | "key">) =>
  and(
    eq(idempotencyKeys.accountId, accountId),
    eq(idempotencyKeys.key, key),
    eq(idempotencyKeys.bucket, bucketOf(key)),
  );

/**
 * Reads the answer of a key for the intent that sent it again. Never waits. "None" proves nothing and must not be acted on.
 * @throws KeyError `key-reused`
 */
export async function findAnswer(handle: Handle, intent: Intent): Promise<StoredAnswer | undefined> {
  const [row] = await handle.select().from(idempotencyKeys).where(whereKey(intent));
  return row && answerFrom(row, intent);
}

/** Reads the answer of a key on behalf of what it waits for, whatever the intent was. */
export async function findStoredAnswer(
  handle: Handle,
  { accountId, key }: Pick<Intent, "accountId" | "key">,
): Promise<StoredAnswer | undefined> {
  const [row] = await handle.select().from(idempotencyKeys).where(whereKey({ accountId, key }));
  return row && storedAnswerOf(row);
}

/** The database's clock, in Unix milliseconds. */
export async function databaseNowMs(handle: Handle): Promise<number> {
  const rows = (await handle.execute(
    sql`select extract(epoch from clock_timestamp()) * 1000 as now`,
  )) as unknown as { rows?: { now: string }[] } & { now: string }[];
  return Number((rows.rows ?? rows)[0]?.now);
}

/** Writes the answer of the claim made earlier in the same transaction. */
export async function rememberAnswer(
  tx: Handle,
  intent: Pick<Intent, "accountId" | "key">,
  answer: Answer,
  { provisional = false } = {},
): Promise<void> {
  const written = await tx
    .update(idempotencyKeys)
    .set({ ...columnsOf(answer), provisional })
    .where(whereKey(intent))
    .returning({ key: idempotencyKeys.key });
  if (written.length !== 1) throw new Error("an answer needs the key row that was claimed for it");
}

/**
 * Gives a provisional answer its final form, once: whoever comes second changes nothing.
 * @param answer the final answer, or undefined to declare the provisional one final as it stands
 * @returns whether this call was the one that finished it
 */
export async function finishAnswer(
  handle: Handle,
  intent: Pick<Intent, "accountId" | "key">,
  answer?: Answer,
): Promise<"finished" | "already-final"> {
  const finished = await handle
    .update(idempotencyKeys)
    .set({ ...(answer && columnsOf(answer)), provisional: false })
    .where(and(whereKey(intent), eq(idempotencyKeys.provisional, true)))
    .returning({ key: idempotencyKeys.key });
  return finished.length === 1 ? "finished" : "already-final";
}

function columnsOf({ status, contentType, location, etag, body }: Answer) {
  return { status, contentType, location: location ?? null, etag: etag ?? null, body };
}
