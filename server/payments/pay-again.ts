// Paying again after a decline: a new payment with a new key, for the same order. The database allows one active payment
// for each order, so two tabs that both pay again make one.
import { and, eq, sql } from "drizzle-orm";
import { v7 as uuidV7 } from "uuid";
import { orders } from "../../db/schema/orders.ts";
import { payments } from "../../db/schema/payments.ts";
import { orderCreated } from "../domain/answers.ts";
import { DomainError } from "../domain/errors.ts";
import type { Order } from "../domain/order.ts";
import { bucketOf, fingerprintOf, type Intent, type Outcome, performOnce } from "../idempotency/index.ts";
import { type Desk, payOnce } from "./pay-once.ts";
import { leaseSeconds } from "./resume-payment.ts";

export type PayAgain = {
  readonly accountId: string;
  readonly key: string;
  /** The order as its owner sees it now. */
  readonly order: Order;
  readonly paymentMethod: string;
};

/**
 * @throws DomainError `transition-not-allowed` unless the order waits for payment and its last payment was declined
 * @throws KeyError as every keyed operation
 */
export async function payAgain(desk: Desk, request: PayAgain, waitMs: number): Promise<Outcome> {
  const { accountId, key, order, paymentMethod } = request;
  const operation = "payments.payAgain";
  const meaning = { operation, path: { id: order.id }, input: { paymentMethod } };
  const intent: Intent = { accountId, key, operation, fingerprint: fingerprintOf(meaning) };
  const outcome = await performOnce(
    desk.db,
    intent,
    async (tx) => {
      const [row] = await tx
        .update(orders)
        .set({ version: sql`${orders.version} + 1`, updatedAt: sql`now()` })
        .where(
          and(eq(orders.id, order.id), eq(orders.accountId, accountId), eq(orders.status, "pending_payment")),
        )
        .returning();
      if (!row) throw refusal(order);
      const paymentId = uuidV7();
      const started = await tx
        .insert(payments)
        .values({
          id: paymentId,
          orderId: order.id,
          status: "in_flight",
          method: paymentMethod,
          amount: row.totalAmount,
          currency: row.currency,
          intentKey: key,
          intentBucket: bucketOf(key),
          leasedUntil: sql`now() + make_interval(secs => ${leaseSeconds})`,
          epoch: 1,
        })
        .onConflictDoNothing()
        .returning({ id: payments.id });
      if (started.length === 0) throw refusal(order); // one_active_payment_per_order
      const refunded = { amount: 0, currency: row.currency };
      return {
        ...orderCreated({
          ...order,
          version: row.version,
          updatedAt: row.updatedAt.toISOString(),
          payment: { id: paymentId, status: "in_flight", method: paymentMethod, refunded },
        }),
        provisional: waitMs > 0,
      };
    },
    desk.keys,
  );
  return payOnce(desk, intent, outcome, waitMs);
}

function refusal({ id, status, version }: Order): DomainError {
  return new DomainError("transition-not-allowed", {
    orderId: id,
    current: { status, version },
    allowed: [],
  });
}
