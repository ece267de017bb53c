// The claim: an insert that can succeed only once. PostgreSQL's unique index is the arbiter; while another transaction
// holds an uncommitted row for the key, the insert waits for it, and if that one rolls back, this one wins.
import { sql } from "drizzle-orm";
import { bucketOf } from "./bucket.ts";
import type { Handle, Intent } from "./replay.ts";
import { idempotencyKeys } from "./table.ts";

/**
 * Tries to win the key inside the caller's transaction, waiting for another holder at most `lockTimeoutMs`; later locks of
 * the same transaction may then wait `effectLockTimeoutMs`. READ
 * COMMITTED is required: above it the loser gets 40001 instead of a row count, and the whole claim must be run again.
 * @returns `won`: run the effect. `lost`: a committed row exists; read it in a statement of its own
 * @throws the driver's error with SQLSTATE 55P03 when the holder outlasted the wait
 */
export async function claim(
  tx: Handle,
  intent: Intent,
  lockTimeoutMs: number,
  effectLockTimeoutMs: number,
): Promise<"won" | "lost"> {
  await setLockTimeout(tx, lockTimeoutMs);
  const won = await tx
    .insert(idempotencyKeys)
    .values({ ...intent, bucket: bucketOf(intent.key) })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key });
  await setLockTimeout(tx, effectLockTimeoutMs);
  return won.length === 1 ? "won" : "lost";
}

/** For this transaction only (`set_config(..., true)` is SET LOCAL): nothing leaks into a pooled connection. */
async function setLockTimeout(tx: Handle, milliseconds: number): Promise<void> {
  await tx.execute(sql`select set_config('lock_timeout', ${String(Math.round(milliseconds))}, true)`);
}
