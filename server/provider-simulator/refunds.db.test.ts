import { beforeAll, expect, test } from "vitest";
import { payment, refusalOf, type TestSimulator, testDatabase } from "./simulator-in-test.ts";

const database = testDatabase();
let provider: TestSimulator;

beforeAll(async () => {
  provider = await database.start();
});

async function paid(amount = 4000) {
  const intent = await provider.stripe.paymentIntents.create(payment({ amount }));
  return { intent: intent.id, charge: String(intent.latest_charge) };
}

async function refundedOf(charge: string) {
  return (await provider.stripe.charges.retrieve(charge)).amount_refunded;
}

test("a refund without an amount gives everything back", async () => {
  const { intent, charge } = await paid();
  const refund = await provider.stripe.refunds.create({ payment_intent: intent, metadata: { why: "test" } });
  expect(refund).toMatchObject({
    object: "refund",
    amount: 4000,
    status: "succeeded",
    charge,
    metadata: { why: "test" },
  });
  expect(await provider.stripe.refunds.retrieve(refund.id)).toMatchObject({
    id: refund.id,
    payment_intent: intent,
  });
  expect(await provider.stripe.charges.retrieve(charge)).toMatchObject({
    amount_refunded: 4000,
    refunded: true,
  });
});

test("refunds in part add up, and the last takes what is left", async () => {
  const { intent, charge } = await paid();
  await provider.stripe.refunds.create({ charge, amount: 1500 });
  expect(await provider.stripe.charges.retrieve(charge)).toMatchObject({
    amount_refunded: 1500,
    refunded: false,
  });
  expect((await provider.stripe.refunds.create({ charge })).amount).toBe(2500);
  const refunds = await provider.stripe.refunds.list({ payment_intent: intent });
  expect(refunds.data.map((refund) => refund.amount)).toEqual([2500, 1500]);
});

test("a charge that was refunded in full cannot be refunded again", async () => {
  const { charge } = await paid();
  await provider.stripe.refunds.create({ charge });
  const refusal = await refusalOf(provider.stripe.refunds.create({ charge, amount: 1 }));
  expect(refusal).toMatchObject({ statusCode: 400, code: "charge_already_refunded" });
});

test("a refund of more than is left is refused, again under the same key, and changes nothing", async () => {
  const { charge } = await paid();
  await provider.stripe.refunds.create({ charge, amount: 3000 });
  const ask = () =>
    provider.stripe.refunds.create({ charge, amount: 1001 }, { idempotencyKey: `much-${charge}` });
  const [first, second] = [await refusalOf(ask()), await refusalOf(ask())];
  expect(first).toMatchObject({ statusCode: 400, code: "amount_too_large", param: "amount" });
  expect(second.headers?.["idempotent-replayed"]).toBe("true");
  expect(await refundedOf(charge)).toBe(3000);
});

test("a declined payment has nothing to refund", async () => {
  const declined = payment({ payment_method: "pm_card_chargeDeclined" });
  const refusal = await refusalOf(provider.stripe.paymentIntents.create(declined));
  const intent = refusal.payment_intent?.id ?? "";
  expect(await refusalOf(provider.stripe.refunds.create({ payment_intent: intent }))).toMatchObject({
    statusCode: 400,
    param: "payment_intent",
  });
});

test("a payment that is unknown, or not named, cannot be refunded", async () => {
  const unknown = await refusalOf(provider.stripe.refunds.create({ payment_intent: "pi_unknown" }));
  expect(unknown).toMatchObject({ statusCode: 400, code: "resource_missing", param: "payment_intent" });
  expect(await refusalOf(provider.stripe.refunds.create({}))).toMatchObject({ code: "parameter_missing" });
});

test("a repeated refund with the same key pays back once", async () => {
  const { charge } = await paid();
  const refund = () =>
    provider.stripe.refunds.create({ charge, amount: 1000 }, { idempotencyKey: `once-${charge}` });
  const first = await refund();
  expect((await refund()).id).toBe(first.id);
  expect(await refundedOf(charge)).toBe(1000);
});

test("twelve refunds at once never exceed the charge, and as many as fit are made", async () => {
  const { charge } = await paid(4000);
  const tries = await Promise.allSettled(
    Array.from({ length: 12 }, () => provider.stripe.refunds.create({ charge, amount: 900 })),
  );
  const made = tries.filter((result) => result.status === "fulfilled");
  const refused = tries.flatMap((result) => (result.status === "rejected" ? [result.reason.code] : []));
  expect(made).toHaveLength(4);
  expect(new Set(refused)).toEqual(new Set(["amount_too_large"]));
  expect(await refundedOf(charge)).toBe(3600);
});

test("of full refunds at once, one is made", async () => {
  const { charge } = await paid();
  const tries = await Promise.allSettled(
    Array.from({ length: 6 }, () => provider.stripe.refunds.create({ charge })),
  );
  expect(tries.filter((result) => result.status === "fulfilled")).toHaveLength(1);
  expect(await refundedOf(charge)).toBe(4000);
});
