import { beforeAll, expect, test } from "vitest";
import { payment, refusalOf, type TestSimulator, testDatabase } from "./simulator-in-test.ts";

const database = testDatabase();
let provider: TestSimulator;
/** Newest first. */
const made: string[] = [];

beforeAll(async () => {
  provider = await database.start();
  for (let count = 0; count < 7; count += 1) {
    const intent = await provider.stripe.paymentIntents.create(payment({ amount: 100 + count }));
    made.unshift(String(intent.latest_charge));
  }
});

test("a list read page by page has everything once, newest first", async () => {
  const ids: string[] = [];
  for await (const charge of provider.stripe.charges.list({ limit: 3 })) ids.push(charge.id);
  expect(ids).toEqual(made);
});

test("charges that arrive while a list is being read neither repeat nor hide the others", async () => {
  const first = await provider.stripe.charges.list({ limit: 4 });
  await provider.stripe.paymentIntents.create(payment({ metadata: { order_id: "late" } }));
  const second = await provider.stripe.charges.list({ limit: 100, starting_after: first.data[3]?.id ?? "" });
  expect([...first.data, ...second.data].map((charge) => charge.id)).toEqual(made);
  expect([first.has_more, second.has_more]).toEqual([true, false]);
  const newer = await provider.stripe.charges.list({ ending_before: first.data[0]?.id ?? "" });
  expect(newer.data.map((charge) => charge.metadata.order_id)).toEqual(["late"]);
});

test("a page before another is the nearest newer ones, still newest first", async () => {
  const page = await provider.stripe.charges.list({ limit: 2, ending_before: made[5] ?? "" });
  expect(page.data.map((charge) => charge.id)).toEqual([made[3], made[4]]);
  expect(page.has_more).toBe(true);
});

test("every charge of a day is in that day and in no other, to the second", async () => {
  const day = Date.UTC(2024, 1, 29) / 1000;
  const instants = [day - 1, day, day + 86_399, day + 86_400];
  for (const created of instants) {
    await provider.control("POST", "/charges", { amount: 500, currency: "eur", created });
  }
  const within = async (from: number) => {
    const page = await provider.stripe.charges.list({ created: { gte: from, lt: from + 86_400 } });
    return page.data.map((charge) => charge.created);
  };
  expect(await within(day)).toEqual([day + 86_399, day]);
  expect(await within(day - 86_400)).toEqual([day - 1]);
  expect(await within(day + 86_400)).toEqual([day + 86_400]);
  const exact = await provider.stripe.charges.list({ created: { gt: day - 1, lte: day } });
  expect(exact.data.map((charge) => charge.created)).toEqual([day]);
});

test("a planted charge is one that nobody asked for: listed like any other, and in no request", async () => {
  const planted = await provider.control("POST", "/charges", {
    amount: 1234,
    currency: "EUR",
    created: "2020-02-01T23:59:59Z",
    metadata: { order_id: "nobody" },
  });
  expect(planted.status).toBe(201);
  const charge = await provider.stripe.charges.retrieve(planted.body.id);
  expect(charge).toMatchObject({ amount: 1234, currency: "eur", paid: true, created: 1_580_601_599 });
  const intent = await provider.stripe.paymentIntents.retrieve(String(charge.payment_intent));
  expect(intent.metadata).toEqual({ order_id: "nobody" });
  expect(
    (await provider.control("GET", "/requests?operation=payment_intents.create&orderId=nobody")).body.items,
  ).toEqual([]);
});

test("intents, refunds and events are listed the same way", async () => {
  const intents = await provider.stripe.paymentIntents.list({ limit: 1 });
  const intent = intents.data[0]?.id ?? "";
  await provider.stripe.refunds.create({ payment_intent: intent, amount: 10 });
  await provider.stripe.refunds.create({ payment_intent: intent, amount: 20 });
  const refunds: number[] = [];
  for await (const refund of provider.stripe.refunds.list({ payment_intent: intent, limit: 1 }))
    refunds.push(refund.amount);
  expect(refunds).toEqual([20, 10]);

  const events = await provider.stripe.events.list({ type: "refund.created" });
  expect(events.data.map((event) => (event.data.object as { amount: number }).amount)).toEqual([20, 10]);
  const first = events.data[0];
  expect(await provider.stripe.events.retrieve(first?.id ?? "")).toEqual(
    expect.objectContaining({ id: first?.id }),
  );
});

test("a cursor that names nothing, a limit out of range, and two cursors at once are refused", async () => {
  const { charges } = provider.stripe;
  expect(await refusalOf(charges.list({ starting_after: "ch_unknown" }))).toMatchObject({
    param: "starting_after",
  });
  expect(await refusalOf(charges.list({ limit: 101 }))).toMatchObject({ statusCode: 400, param: "limit" });
  const [first = "", second = ""] = made;
  const both = charges.list({ starting_after: first, ending_before: second });
  expect(await refusalOf(both)).toMatchObject({ statusCode: 400 });
});
