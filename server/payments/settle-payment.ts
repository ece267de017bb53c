// Recording what the provider said: payment, order, history, books, message and the answer that waits for it, in one
// commit. Whoever comes second finds the payment no longer in flight and changes nothing.
import { and, eq, sql } from "drizzle-orm";
import { v7 as uuidV7 } from "uuid";
import type { Db } from "../../db/client.ts";
import type { Tx } from "../../db/in-transaction.ts";
import { orderHistory, orders } from "../../db/schema/orders.ts";
import { payments } from "../../db/schema/payments.ts";
import { orderCreated, problemAnswer, readBody } from "../domain/answers.ts";
import type { Order } from "../domain/order.ts";
import type { ChargeOutcome } from "../domain/payment.ts";
import { findStoredAnswer, finishAnswer } from "../idempotency/index.ts";
import { postTransfer } from "../ledger/post-transfer.ts";
import { appendMessage } from "../outbox/append-message.ts";

export type KnownOutcome = Exclude<ChargeOutcome, { kind: "unknown" }>;

/**
 * @param epoch the lease under which the provider was asked; a writer whose lease was taken over changes nothing
 * @returns `settled` for the call that recorded the outcome, `already-settled` for any other
 */
export async function settlePayment(
  db: Db,
  paymentId: string,
  epoch: number,
  outcome: KnownOutcome,
): Promise<"settled" | "already-settled"> {
  return db.inTransaction(async (tx) => {
    const [payment] = await tx
      .update(payments)
      .set({
        status: outcome.kind,
        providerId: outcome.providerId,
        declineCode: outcome.kind === "declined" ? outcome.declineCode : null,
        leasedUntil: null,
        updatedAt: sql`now()`,
      })
      .where(and(eq(payments.id, paymentId), eq(payments.status, "in_flight"), eq(payments.epoch, epoch)))
      .returning();
    if (!payment) return "already-settled";
    const order = outcome.kind === "succeeded" ? await markPaid(tx, payment) : await noteDecline(tx, payment);
    await finishWaitingAnswer(tx, payment, order, outcome);
    return "settled";
  });
}

type Payment = typeof payments.$inferSelect;
type OrderRow = typeof orders.$inferSelect;

async function markPaid(tx: Tx, payment: Payment): Promise<OrderRow> {
  const [order] = await tx
    .update(orders)
    .set({ status: "paid", version: sql`${orders.version} + 1`, updatedAt: sql`now()` })
    .where(and(eq(orders.id, payment.orderId), eq(orders.status, "pending_payment")))
    .returning();
  if (!order) throw new Error(`payment ${payment.id} succeeded, but its order no longer waits for it`);
  await tx.insert(orderHistory).values({
    id: uuidV7(),
    orderId: order.id,
    fromStatus: "pending_payment",
    toStatus: "paid",
    version: order.version,
    actor: "payment",
  });
  await postTransfer(tx, {
    id: `capture:${payment.id}`,
    kind: "capture",
    orderId: order.id,
    debit: "provider",
    credit: "sales",
    money: payment,
  });
  await appendMessage(tx, {
    topic: "order.paid",
    orderId: order.id,
    payload: { orderId: order.id, reference: order.reference, paymentId: payment.id },
  });
  return order;
}

async function noteDecline(tx: Tx, payment: Payment): Promise<OrderRow> {
  await appendMessage(tx, {
    topic: "payment.declined",
    orderId: payment.orderId,
    payload: { orderId: payment.orderId, paymentId: payment.id, declineCode: payment.declineCode },
  });
  // Where the order stands has not changed, but what it shows has, so its version has too.
  const [order] = await tx
    .update(orders)
    .set({ version: sql`${orders.version} + 1`, updatedAt: sql`now()` })
    .where(eq(orders.id, payment.orderId))
    .returning();
  if (!order) throw new Error(`payment ${payment.id} has no order`);
  return order;
}

/** The key row holds the answer of the moment of the commit; now that the outcome is known it gets its final form. */
async function finishWaitingAnswer(
  tx: Tx,
  payment: Payment,
  row: OrderRow,
  outcome: KnownOutcome,
): Promise<void> {
  if (payment.intentKey === null) return;
  const intent = { accountId: row.accountId, key: payment.intentKey };
  const stored = await findStoredAnswer(tx, intent);
  if (!stored?.provisional) return;
  if (outcome.kind === "declined") {
    const { declineCode } = outcome;
    const facts = { declineCode, orderId: row.id, reference: row.reference };
    await finishAnswer(tx, intent, problemAnswer("payment-declined", facts));
    return;
  }
  const order = readBody(stored) as Order;
  const paid: Order = {
    ...order,
    status: row.status,
    version: row.version,
    payment: { ...order.payment, status: payment.status },
    updatedAt: row.updatedAt.toISOString(),
  };
  await finishAnswer(tx, intent, orderCreated(paid));
}
