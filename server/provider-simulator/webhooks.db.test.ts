import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eventually, payment, type TestSimulator, testDatabase, testShop } from "./simulator-in-test.ts";

const shop = testShop();
let provider: TestSimulator;
const database = testDatabase();

beforeAll(async () => {
  provider = await database.start({ webhookUrl: shop.url });
});

beforeEach(async () => {
  await provider.control("DELETE", "");
});

let orders = 0;

/** Pays for an order of its own, so that each test looks at its own events. */
async function pay(changes: Parameters<typeof payment>[0] = {}) {
  orders += 1;
  const orderId = `order-${orders}`;
  const intent = provider.stripe.paymentIntents.create(
    payment({ metadata: { order_id: orderId }, ...changes }),
    {
      idempotencyKey: `key-${orderId}`,
    },
  );
  return { orderId, intent: await intent };
}

function typesAbout(orderId: string) {
  return shop.about(orderId).map((event) => event.type);
}

async function deliveriesAbout(orderId: string) {
  return await database.sql<{ state: string; tries: number; last_status: number }[]>`
    select state, tries, last_status from webhook_deliveries
    where subject ->> 'order_id' = ${orderId} order by id`;
}

describe("normally", () => {
  test("a payment is told in signed events that name the request and its key", async () => {
    const { orderId, intent } = await pay();
    await eventually(() =>
      expect(typesAbout(orderId).sort()).toEqual(["charge.succeeded", "payment_intent.succeeded"]),
    );
    const told = shop.about(orderId).find((event) => event.type === "payment_intent.succeeded");
    expect(told?.data.object).toMatchObject({ id: intent.id, status: "succeeded" });
    expect(told?.request?.idempotency_key).toBe(`key-${orderId}`);
    expect(await provider.stripe.events.retrieve(told?.id ?? "")).toMatchObject({ data: told?.data });
  });

  test("a decline is told as well", async () => {
    const orderId = "order-declined";
    const declined = payment({ payment_method: "pm_card_chargeDeclined", metadata: { order_id: orderId } });
    await expect(provider.stripe.paymentIntents.create(declined)).rejects.toThrow("declined");
    await eventually(() =>
      expect(typesAbout(orderId).sort()).toEqual(["charge.failed", "payment_intent.payment_failed"]),
    );
  });

  test("a refund is one fact told in several events", async () => {
    const { orderId, intent } = await pay();
    await provider.stripe.refunds.create({ payment_intent: intent.id, metadata: { order_id: orderId } });
    const types = ["charge.refunded", "refund.created", "refund.updated"];
    await eventually(() => expect(typesAbout(orderId)).toEqual(expect.arrayContaining(types)));
  });

  test("a shop that fails is told again, signed anew, until it answers 2xx; a redirect is a failure", async () => {
    shop.answers = [500, 500, 302];
    const { orderId } = await pay();
    await eventually(async () => {
      const deliveries = await deliveriesAbout(orderId);
      expect(deliveries.map(({ state }) => state)).toEqual(["delivered", "delivered"]);
    });
    const tries = (await deliveriesAbout(orderId)).reduce((sum, delivery) => sum + delivery.tries, 0);
    expect(tries).toBe(5);
    expect(shop.about(orderId)).toHaveLength(5);
    expect(new Set(shop.about(orderId).map((event) => event.id)).size).toBe(2);
  });

  test("the tries are bounded", async () => {
    await provider.control("POST", "/webhooks", { mode: "hold" });
    const { orderId } = await pay();
    await database.sql`update webhook_deliveries set tries = 19 where subject ->> 'order_id' = ${orderId}`;
    shop.answers = [503, 503];
    expect((await provider.control("POST", "/webhooks/release")).body).toEqual({ released: 2, delivered: 0 });
    const givenUp = { state: "given_up", tries: 20, last_status: 503 };
    expect(await deliveriesAbout(orderId)).toEqual([givenUp, givenUp]);
  });
});

describe("on purpose", () => {
  test("held webhooks arrive when they are released, and not before", async () => {
    await provider.control("POST", "/webhooks", { mode: "hold" });
    const held = await pay();
    await provider.control("POST", "/webhooks", { mode: "hold", match: { orderId: "somebody else" } });
    expect(
      await provider.control("POST", "/webhooks/release", { match: { orderId: "not this one" } }),
    ).toMatchObject({
      body: { released: 0 },
    });
    expect(typesAbout(held.orderId)).toEqual([]);
    const released = await provider.control("POST", "/webhooks/release");
    expect(released.body).toEqual({ released: 2, delivered: 2 });
    expect(typesAbout(held.orderId)).toEqual(["charge.succeeded", "payment_intent.succeeded"]);
  });

  test("a hold that names an order holds only its webhooks", async () => {
    const next = `order-${orders + 1}`;
    await provider.control("POST", "/webhooks", { mode: "hold", match: { orderId: next } });
    const [held, free] = [await pay(), await pay()];
    await eventually(() => expect(typesAbout(free.orderId)).toHaveLength(2));
    expect(typesAbout(held.orderId)).toEqual([]);
    await provider.control("DELETE", "");
    await eventually(() => expect(typesAbout(held.orderId)).toHaveLength(2));
  });

  test("held webhooks survive a restart, and go out after it", async () => {
    const another = await database.start({ webhookUrl: shop.url });
    await another.control("POST", "/webhooks", { mode: "hold" });
    const metadata = { order_id: "restarted" };
    await another.stripe.paymentIntents.create(payment({ metadata }));
    await another.stop();
    expect(typesAbout("restarted")).toEqual([]);
    await database.start({ webhookUrl: shop.url });
    await eventually(() => expect(typesAbout("restarted")).toHaveLength(2));
  });

  test("duplicates are the same event more than once", async () => {
    await provider.control("POST", "/webhooks", { mode: "duplicate", copies: 3 });
    const { orderId } = await pay();
    await eventually(() => expect(shop.about(orderId)).toHaveLength(6));
    expect(new Set(shop.about(orderId).map((event) => event.id)).size).toBe(2);
  });

  test("duplicates can be the same fact under different event ids", async () => {
    await provider.control("POST", "/webhooks", { mode: "duplicate", newIds: true });
    const { orderId } = await pay();
    await eventually(() => expect(shop.about(orderId)).toHaveLength(4));
    expect(new Set(shop.about(orderId).map((event) => event.id)).size).toBe(4);
  });

  test("reordered, the later event arrives first", async () => {
    await provider.control("POST", "/webhooks", { mode: "reorder", windowMs: 200 });
    const { orderId } = await pay();
    await eventually(() =>
      expect(typesAbout(orderId)).toEqual(["payment_intent.succeeded", "charge.succeeded"]),
    );
  });

  test("a refund's events can arrive before the payment's", async () => {
    await provider.control("POST", "/webhooks", { mode: "hold" });
    const { orderId, intent } = await pay();
    await provider.stripe.refunds.create({ payment_intent: intent.id, metadata: { order_id: orderId } });
    await provider.control("POST", "/webhooks/release", { match: { orderId }, order: "newest_first" });
    expect(typesAbout(orderId)).toEqual([
      "refund.updated",
      "charge.refunded",
      "refund.created",
      "payment_intent.succeeded",
      "charge.succeeded",
    ]);
  });

  test("an early webhook arrives before the answer to the request that caused it", async () => {
    await provider.control("POST", "/webhooks", { mode: "early" });
    const { orderId } = await pay();
    expect(typesAbout(orderId)).toEqual(["charge.succeeded", "payment_intent.succeeded"]);
  });

  test("a planted charge is told only if asked", async () => {
    const plant = (order: string, events: boolean) =>
      provider.control("POST", "/charges", {
        amount: 5,
        currency: "eur",
        metadata: { order_id: order },
        events,
      });
    await plant("quiet", false);
    await plant("told", true);
    await eventually(() => expect(typesAbout("told")).toHaveLength(2));
    expect(await deliveriesAbout("quiet")).toEqual([]);
  });
});
