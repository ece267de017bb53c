// The only driver of a payment: the request that made it, a retry that finds it unfinished and the sweeper all call this
// function. Recovery has no code of its own. Phase one (the in_flight row) is committed before; here are the other two:
// ask the provider with the forwarded key and no transaction open, then record what it said.
import { and, eq, lt, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { payments } from "../../db/schema/payments.ts";
import { charge } from "./charge.ts";
import type { Processor } from "./processor.ts";
import { settlePayment } from "./settle-payment.ts";

export type Resumed = { readonly kind: "succeeded" | "declined" | "unknown" | "not-ours" };

export type Till = { readonly db: Db; readonly processor: Processor };

/** Seconds. Longer than the longest conversation below, so a lease that ran out belongs to somebody who is gone. */
export const leaseSeconds = 20;
/** The longest conversation with the provider under one lease, in milliseconds. */
const budgetMaxMs = 10_000;

/**
 * Drives one payment as far as it goes.
 * @param held the epoch of a lease the caller already has (the maker of the row); without it, one is taken if it is free
 * @returns `not-ours` when the payment is settled or somebody else is talking to the provider about it
 */
export async function resumePayment(
  { db, processor }: Till,
  paymentId: string,
  held?: { epoch: number },
): Promise<Resumed> {
  const payment = held ? await readLeased(db, paymentId, held.epoch) : await takeLease(db, paymentId);
  if (!payment) return { kind: "not-ours" };
  const { outcome, tries } = await charge(
    processor,
    { paymentId, orderId: payment.orderId, method: payment.method, money: payment },
    budgetMaxMs,
  );
  if (outcome.kind === "unknown") {
    await noteTries(db, paymentId, payment.epoch, tries);
    return { kind: "unknown" };
  }
  const settled = await settlePayment(db, paymentId, payment.epoch, outcome);
  return { kind: settled === "settled" ? outcome.kind : "not-ours" };
}

async function readLeased(db: Db, paymentId: string, epoch: number) {
  const [payment] = await db.auto
    .select()
    .from(payments)
    .where(and(eq(payments.id, paymentId), eq(payments.status, "in_flight"), eq(payments.epoch, epoch)));
  return payment;
}

/** Take-over by compare-and-set: only an expired lease can be taken, and each take-over counts the epoch up. */
async function takeLease(db: Db, paymentId: string) {
  const [payment] = await db.auto
    .update(payments)
    .set({
      leasedUntil: sql`now() + make_interval(secs => ${leaseSeconds})`,
      epoch: sql`${payments.epoch} + 1`,
      updatedAt: sql`now()`,
    })
    .where(
      and(eq(payments.id, paymentId), eq(payments.status, "in_flight"), lt(payments.leasedUntil, sql`now()`)),
    )
    .returning();
  return payment;
}

async function noteTries(db: Db, paymentId: string, epoch: number, tries: number): Promise<void> {
  await db.auto
    .update(payments)
    .set({ tries: sql`${payments.tries} + ${tries}`, updatedAt: sql`now()` })
    .where(and(eq(payments.id, paymentId), eq(payments.epoch, epoch)));
}
