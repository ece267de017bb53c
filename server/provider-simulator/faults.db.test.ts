import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  eventually,
  payment,
  postOnce,
  refusalOf,
  type TestSimulator,
  testDatabase,
} from "./simulator-in-test.ts";

const database = testDatabase();
let provider: TestSimulator;

beforeAll(async () => {
  provider = await database.start();
});

beforeEach(async () => {
  await provider.control("DELETE", "");
});

const visa = { payment_method: "pm_card_visa" };

async function requestsOf(key: string) {
  return (await provider.control("GET", `/requests?key=${key}`)).body.items;
}

async function chargesOf(key: string): Promise<number> {
  return (await database.sql`select from charges where idempotency_key = ${key}`).length;
}

async function plant(fault: object): Promise<void> {
  expect(await provider.control("POST", "/faults", fault)).toMatchObject({ status: 201 });
}

describe("a planted fault", () => {
  test("drop_response: the work is done, the answer is lost", async () => {
    await plant({ operation: "payment_intents.create", kind: "drop_response", match: { key: "dropped" } });
    await expect(postOnce(provider.url, "dropped", visa)).rejects.toThrow();
    expect(await chargesOf("dropped")).toBe(1);
    expect((await postOnce(provider.url, "dropped", visa)).headers.get("idempotent-replayed")).toBe("true");
  });

  test("reset_before: nothing is done, and the key is free", async () => {
    await plant({
      operation: "payment_intents.create",
      kind: "reset_before",
      times: 1,
      match: { key: "reset" },
    });
    await expect(postOnce(provider.url, "reset", visa)).rejects.toThrow();
    expect(await chargesOf("reset")).toBe(0);
    expect((await postOnce(provider.url, "reset", visa)).headers.get("idempotent-replayed")).toBe(null);
    expect(await requestsOf("reset")).toMatchObject([
      { outcome: "reset", status: null, fault: "reset_before" },
      { outcome: "performed", status: 200, fault: null },
    ]);
  });

  test("hang: nothing is done, and no answer comes", async () => {
    await plant({ operation: "payment_intents.create", kind: "hang", delayMs: 100, match: { key: "hung" } });
    await expect(postOnce(provider.url, "hung", visa)).rejects.toThrow();
    expect(await chargesOf("hung")).toBe(0);
    expect((await postOnce(provider.url, "hung", visa)).status).toBe(200);
  });

  test("error_500: nothing is done or remembered, unless it is to be stored as Stripe stores it", async () => {
    await plant({ operation: "*", kind: "error_500", match: { key: "failed" } });
    expect((await postOnce(provider.url, "failed", visa)).status).toBe(500);
    expect((await postOnce(provider.url, "failed", visa)).status).toBe(200);

    await plant({ operation: "*", kind: "error_500", stored: true, match: { key: "failed-for-good" } });
    expect((await postOnce(provider.url, "failed-for-good", visa)).status).toBe(500);
    const retry = await postOnce(provider.url, "failed-for-good", visa);
    expect([retry.status, retry.headers.get("idempotent-replayed")]).toEqual([500, "true"]);
    expect(await chargesOf("failed-for-good")).toBe(0);
  });

  test("error_409: the provider says that the key is in use, and nothing is known", async () => {
    await plant({ operation: "payment_intents.create", kind: "error_409", match: { key: "conflict" } });
    const call = provider.stripe.paymentIntents.create(payment(), { idempotencyKey: "conflict" });
    expect(await refusalOf(call)).toMatchObject({ statusCode: 409, code: "idempotency_key_in_use" });
    expect(await chargesOf("conflict")).toBe(0);
  });

  test("delay: the key is in use meanwhile, or the work is done and only the answer late", async () => {
    const delay = { operation: "payment_intents.create", kind: "delay", delayMs: 60_000 };
    await plant({ ...delay, match: { key: "before" } });
    await plant({ ...delay, when: "after", match: { key: "after" } });
    const answers = [postOnce(provider.url, "before", visa), postOnce(provider.url, "after", visa)];
    await eventually(async () => expect(await chargesOf("after")).toBe(1));
    await eventually(async () => expect(await requestsOf("before")).toMatchObject([{ outcome: "running" }]));
    expect((await postOnce(provider.url, "after", visa)).headers.get("idempotent-replayed")).toBe("true");
    expect(await chargesOf("before")).toBe(0);
    // Back to normal: what was kept waiting goes on.
    await provider.control("DELETE", "");
    expect((await Promise.all(answers)).map((answer) => answer.status)).toEqual([200, 200]);
  });

  test("strikes as many requests as it was planted for, however many come at once", async () => {
    await plant({ operation: "charges.list", kind: "error_500", times: 3 });
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => provider.stripe.charges.list()));
    expect(tries.filter((result) => result.status === "rejected")).toHaveLength(3);
  });

  test("strikes only what it matches: operation, payment method, order, metadata", async () => {
    const create = (changes: object) => provider.stripe.paymentIntents.create(payment(changes));
    await plant({ operation: "refunds.create", kind: "error_500", match: { orderId: "a" } });
    await plant({
      operation: "payment_intents.create",
      kind: "error_500",
      match: { orderId: "b", metadata: { x: "1" } },
    });
    await plant({
      operation: "payment_intents.create",
      kind: "error_500",
      match: { paymentMethod: "pm_card_chargeDeclined" },
    });

    const intent = await create({ metadata: { order_id: "a" } });
    await create({ metadata: { order_id: "b", x: "2" } });
    await expect(create({ metadata: { order_id: "b", x: "1" } })).rejects.toThrow("unknown error");
    await expect(create({ payment_method: "pm_card_chargeDeclined" })).rejects.toThrow("unknown error");
    // The refund names no order; the payment that it names does.
    await expect(provider.stripe.refunds.create({ payment_intent: intent.id })).rejects.toThrow(
      "unknown error",
    );
  });

  test("is gone when the provider is told to be normal", async () => {
    await plant({ operation: "*", kind: "error_500", times: 100 });
    expect((await provider.control("DELETE", "")).status).toBe(204);
    expect((await provider.stripe.charges.list()).object).toBe("list");
  });

  test("needs a caller with a key: refused requests do not use it up", async () => {
    await plant({ operation: "charges.list", kind: "error_500" });
    expect((await fetch(`${provider.url}/v1/charges`)).status).toBe(401);
    await expect(provider.stripe.charges.list()).rejects.toThrow("unknown error");
  });
});

describe("the control surface", () => {
  test("shows every request with its order, key and outcome", async () => {
    const metadata = { order_id: "seen" };
    const intent = await provider.stripe.paymentIntents.create(payment({ metadata }), {
      idempotencyKey: "seen-1",
    });
    await provider.stripe.paymentIntents.retrieve(intent.id);
    await refusalOf(provider.stripe.refunds.create({ payment_intent: intent.id, amount: 9999 }));
    const { items } = (await provider.control("GET", "/requests?orderId=seen")).body;
    expect(items.map(({ operation, outcome, status }) => [operation, outcome, status])).toEqual([
      ["payment_intents.create", "performed", 200],
      ["payment_intents.retrieve", "answered", 200],
      ["refunds.create", "refused", 400],
    ]);
    expect(items[0]?.key).toBe("seen-1");
  });

  test.each([
    ["/faults", { operation: "payments.create", kind: "delay" }, "operation"],
    ["/faults", { operation: "*", kind: "delay" }, "A delay needs delayMs."],
    ["/faults", { operation: "*", kind: "hang", times: 0 }, "times"],
    ["/faults", { operation: "*", kind: "hang", match: { order: "x" } }, "match"],
    ["/webhooks", { mode: "sometimes" }, "mode"],
    ["/charges", { amount: 1.5, currency: "eur" }, "amount"],
  ])("explains a mistake in %s %o", async (path, body, words) => {
    const answer = await provider.control("POST", path, body);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toContain(words);
  });

  test("is not for web pages", async () => {
    const headers = { origin: "http://evil.example" };
    const response = await fetch(`${provider.url}/_control/webhooks/release`, { method: "POST", headers });
    expect(response.status).toBe(403);
  });

  test("does not exist unless the lab is on", async () => {
    const plain = await database.start({ lab: false });
    expect((await plain.control("POST", "/faults", { operation: "*", kind: "hang" })).status).toBe(404);
    expect((await plain.control("GET", "/requests")).status).toBe(404);
    expect((await plain.control("DELETE", "")).status).toBe(404);
    expect((await plain.stripe.charges.list()).object).toBe("list");
  });
});
