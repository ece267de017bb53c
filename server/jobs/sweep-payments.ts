// The sweeper: payments whose maker is gone. It has no way of its own to finish one; it calls resumePayment, which takes
// the lease or finds that somebody else has it, so any number of sweepers may run at once.
import { and, asc, eq, lt, sql } from "drizzle-orm";
import { payments } from "../../db/schema/payments.ts";
import { resumePayment, type Till } from "../payments/resume-payment.ts";

// A bounded pass: what is left over is found by the next one.
const passMax = 20;

export type Swept = { readonly found: number; readonly settled: number };

/** One pass over the payments whose lease has run out, oldest first. */
export async function sweepPayments(till: Till): Promise<Swept> {
  const stale = await till.db.auto
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.status, "in_flight"), lt(payments.leasedUntil, sql`now()`)))
    .orderBy(asc(payments.leasedUntil))
    .limit(passMax);
  let settled = 0;
  for (const { id } of stale) {
    const { kind } = await resumePayment(till, id);
    if (kind === "succeeded" || kind === "declined") settled++;
  }
  return { found: stale.length, settled };
}
