import { v7 as uuidV7 } from "uuid";
import { describe, expect, it } from "vitest";
import { makeShopper, orderInput } from "../../db/testing/factories.ts";
import { factsOf, oneOrderPaid, oneOrderPlaced } from "../../db/testing/facts.ts";
import { readBody } from "../domain/answers.ts";
import type { Order } from "../domain/order.ts";
import { sweepPayments } from "../jobs/sweep-payments.ts";
import { placeAndPay } from "../orders/place-and-pay.ts";
import { placeOrder } from "../orders/place-order.ts";
import { startTestShop } from "../testing/test-shop.ts";
import { resumePayment } from "./resume-payment.ts";
import { settlePayment } from "./settle-payment.ts";

const { runtime, db, provider } = await startTestShop({ LOCK_TIMEOUT_MS: "400" });
const { desk } = runtime;

/** An order whose maker died right after the commit: the payment is in flight and nobody talks to the provider. */
async function orphan(paymentMethod = "pm_card_visa") {
  const { accountId, cart } = await makeShopper(db);
  const input = orderInput(cart, { paymentMethod });
  const request = { accountId, key: uuidV7(), input };
  const { answer } = await placeOrder(db, { ...request, awaitsPayment: true }, desk.keys);
  const order = readBody(answer) as Order;
  return { ...request, order, paymentId: order.payment.id };
}

const leaseRunsOut = (paymentId: string) =>
  db.sql`update payments set leased_until = now() - interval '1 second' where id = ${paymentId}`;

const chargesOf = async (orderId: string) =>
  (await provider.stripe.charges.list({ limit: 100 })).data.filter(
    (charge) => charge.paid && charge.metadata.order_id === orderId,
  ).length;

describe("a payment whose maker is gone", () => {
  it("is in the database, in flight, before the provider hears anything", async () => {
    const { order, accountId } = await orphan();
    expect(await factsOf(db, accountId)).toMatchObject(oneOrderPlaced);
    expect(await chargesOf(order.id)).toBe(0);
  });

  it("is left alone while its lease runs, and finished by the sweeper afterwards", async () => {
    const { order, accountId, paymentId } = await orphan();
    expect(await resumePayment(desk, paymentId)).toEqual({ kind: "not-ours" });
    expect(await chargesOf(order.id)).toBe(0);
    await leaseRunsOut(paymentId);
    expect((await sweepPayments(desk)).settled).toBeGreaterThanOrEqual(1);
    expect(await factsOf(db, accountId)).toMatchObject(oneOrderPaid);
    expect(await chargesOf(order.id)).toBe(1);
  });

  it("is charged once by three sweepers at once", async () => {
    const { order, accountId, paymentId } = await orphan();
    await leaseRunsOut(paymentId);
    const kinds = await Promise.all([1, 2, 3].map(async () => (await resumePayment(desk, paymentId)).kind));
    expect(kinds.sort()).toEqual(["not-ours", "not-ours", "succeeded"]);
    expect(await factsOf(db, accountId)).toMatchObject(oneOrderPaid);
    expect(await chargesOf(order.id)).toBe(1);
  });

  it("answers a retry of the key with `key-in-flight` while the lease runs, and with the paid order afterwards", async () => {
    const { accountId, key, input, paymentId, order } = await orphan();
    const retry = () => placeAndPay(desk, { accountId, key, input }, 5_000);
    await expect(retry()).rejects.toMatchObject({ code: "key-in-flight", retryAfterSeconds: 1 });
    await leaseRunsOut(paymentId);
    const { kind, answer } = await retry();
    expect(kind).toBe("replayed");
    expect(readBody(answer)).toMatchObject({ id: order.id, status: "paid" });
    expect(await chargesOf(order.id)).toBe(1);
  });

  it("is not settled by a writer whose lease was taken over", async () => {
    const { accountId, paymentId } = await orphan();
    await leaseRunsOut(paymentId);
    await resumePayment(desk, paymentId); // takes over: epoch 2
    const late = { kind: "declined", declineCode: "generic_decline", providerId: null } as const;
    expect(await settlePayment(db, paymentId, 1, late)).toBe("already-settled");
    expect(await factsOf(db, accountId)).toMatchObject(oneOrderPaid);
  });

  it("stays in flight, visible, when the provider cannot say; the receipt says so too", async () => {
    const { accountId, cart } = await makeShopper(db);
    const input = orderInput(cart, { paymentMethod: "pm_sim_hang" });
    const request = { accountId, key: uuidV7(), input };
    const { answer } = await placeAndPay(desk, request, 300);
    expect(answer.status).toBe(201);
    expect(readBody(answer)).toMatchObject({ status: "pending_payment", payment: { status: "in_flight" } });
    const replay = await placeAndPay(desk, request, 300);
    expect(Buffer.compare(replay.answer.body, answer.body)).toBe(0);
    expect(await factsOf(db, accountId)).toMatchObject(oneOrderPlaced);
  });

  it("treats the provider's 409 and 500 as unknown, never as a decline", async () => {
    for (const kind of ["error_409", "error_500"]) {
      const { order, paymentId } = await orphan();
      const match = { orderId: order.id };
      await provider.control("POST", "/faults", {
        operation: "payment_intents.create",
        kind,
        times: 3,
        match,
      });
      expect(await resumePayment(desk, paymentId, { epoch: 1 })).toEqual({ kind: "unknown" });
      await leaseRunsOut(paymentId);
      expect(await resumePayment(desk, paymentId)).toEqual({ kind: "succeeded" });
      expect(await chargesOf(order.id)).toBe(1);
    }
  });

  it("gives up on a provider that never answers within the lease, so that a sweeper never meets its maker", async () => {
    const { order, paymentId } = await orphan("pm_sim_hang");
    expect(await resumePayment(desk, paymentId, { epoch: 1 })).toEqual({ kind: "unknown" });
    const [row] =
      await db.sql`select leased_until > now() as held, tries from payments where id = ${paymentId}`;
    expect(row).toEqual({ held: true, tries: 2 });
    expect(await chargesOf(order.id)).toBe(0);
  });

  it("sends one key for every try of one payment", async () => {
    const { order, paymentId } = await orphan("pm_sim_error_once");
    await resumePayment(desk, paymentId, { epoch: 1 });
    const { body } = await provider.control("GET", `/requests?orderId=${order.id}`);
    expect(body.items.length).toBeGreaterThan(1);
    expect(new Set(body.items.map(({ key }) => key))).toEqual(new Set([`payment:${paymentId}`]));
  });
});
