import { beforeAll, describe, expect, test } from "vitest";
import { payment, postOnce, refusalOf, type TestSimulator, testDatabase } from "./simulator-in-test.ts";

let provider: TestSimulator;
const database = testDatabase();

beforeAll(async () => {
  provider = await database.start();
});

describe("a payment", () => {
  test("that is accepted is one paid intent with one charge, both with the shop's metadata", async () => {
    const metadata = { order_id: "order-1" };
    const intent = await provider.stripe.paymentIntents.create(payment({ metadata }), {
      idempotencyKey: "p1",
    });
    expect(intent).toMatchObject({
      object: "payment_intent",
      status: "succeeded",
      amount_received: 4000,
      metadata,
    });

    const charges = await provider.stripe.charges.list({ payment_intent: intent.id });
    expect(charges.data).toHaveLength(1);
    expect(charges.data[0]).toMatchObject({ id: intent.latest_charge, paid: true, amount: 4000, metadata });
  });

  test("that was made can be looked up again, with its charge if asked", async () => {
    const made = await provider.stripe.paymentIntents.create(payment());
    expect(await provider.stripe.paymentIntents.retrieve(made.id)).toMatchObject({
      id: made.id,
      status: "succeeded",
    });
    const expanded = await provider.stripe.paymentIntents.retrieve(made.id, { expand: ["latest_charge"] });
    expect(expanded.latest_charge).toMatchObject({ object: "charge", payment_intent: made.id });
  });

  test.each([
    ["pm_card_visa_chargeDeclined", "generic_decline"],
    ["pm_card_chargeDeclined", "generic_decline"],
    ["pm_card_chargeDeclinedInsufficientFunds", "insufficient_funds"],
    ["pm_card_visa_chargeDeclinedInsufficientFunds", "insufficient_funds"],
  ])("with %s is declined, and the failed charge stays on record", async (method, declineCode) => {
    const refusal = await refusalOf(
      provider.stripe.paymentIntents.create(payment({ payment_method: method })),
    );
    expect(refusal).toMatchObject({ statusCode: 402, type: "StripeCardError", code: "card_declined" });
    expect(refusal.decline_code).toBe(declineCode);

    const intent = refusal.payment_intent;
    expect(intent).toMatchObject({ status: "requires_payment_method", amount_received: 0 });
    expect(intent?.last_payment_error).toMatchObject({ decline_code: declineCode });
    const charges = await provider.stripe.charges.list({ payment_intent: intent?.id ?? "" });
    expect(charges.data).toMatchObject([{ status: "failed", paid: false, failure_code: "card_declined" }]);
  });

  test("that was made can be neither changed nor deleted, not even in the database", async () => {
    await provider.stripe.paymentIntents.create(payment());
    await expect(database.sql`update charges set amount = 1`).rejects.toThrow("append-only");
    await expect(database.sql`delete from payment_intents`).rejects.toThrow("append-only");
  });
});

describe("a request that is wrong is refused before anything happens", () => {
  test("without a secret test key", async () => {
    const response = await fetch(`${provider.url}/v1/charges`);
    expect(response.status).toBe(401);
    const live = await fetch(`${provider.url}/v1/charges`, {
      headers: { authorization: "Bearer sk_live_1" },
    });
    expect(live.status).toBe(401);
  });

  test("with a payment method that does not exist", async () => {
    const refusal = await refusalOf(
      provider.stripe.paymentIntents.create(payment({ payment_method: "pm_nobody" })),
    );
    expect(refusal).toMatchObject({ statusCode: 400, code: "resource_missing", param: "payment_method" });
  });

  test("with a parameter missing, and the same key is then still free", async () => {
    const missing = await postOnce(provider.url, "corrected", {});
    expect(missing.status).toBe(400);
    expect(await missing.json()).toMatchObject({
      error: { type: "invalid_request_error", code: "parameter_missing", param: "payment_method" },
    });
    expect((await postOnce(provider.url, "corrected", { payment_method: "pm_card_visa" })).status).toBe(200);
  });

  test.each([
    [{ amount: "40.00" }, "amount", "parameter_invalid_integer"],
    [{ amount: "0" }, "amount", undefined],
    [{ currency: "euro" }, "currency", undefined],
    [{ colour: "red" }, "colour", "parameter_unknown"],
    [{ "metadata[a][b]": "c" }, "metadata[a]", undefined],
    [{ confirm: "false" }, "confirm", undefined],
  ])("with %o", async (form, param, code) => {
    const response = await postOnce(provider.url, "wrong", { payment_method: "pm_card_visa", ...form });
    expect(response.status).toBe(400);
    const { error } = (await response.json()) as { error: { param: string; code?: string } };
    expect([error.param, error.code]).toEqual([param, code]);
  });

  test("with a body over 64 KB", async () => {
    const response = await postOnce(provider.url, "large", { description: "x".repeat(70_000) });
    expect(response.status).toBe(413);
    const unannounced = await fetch(`${provider.url}/v1/payment_intents`, {
      method: "POST",
      headers: { authorization: "Bearer sk_test_1", "content-type": "application/x-www-form-urlencoded" },
      body: new Blob(["x".repeat(70_000)]).stream(),
      duplex: "half",
    } as RequestInit);
    expect(unannounced.status).toBe(413);
  });

  test("at an address that is not there", async () => {
    const refusal = await refusalOf(provider.stripe.customers.retrieve("cus_1"));
    expect(refusal).toMatchObject({ statusCode: 404, type: "StripeInvalidRequestError" });
    const unknown = await refusalOf(provider.stripe.paymentIntents.retrieve("pi_unknown"));
    expect(unknown).toMatchObject({ statusCode: 404, code: "resource_missing" });
  });
});

test("anyone may ask whether the provider is up", async () => {
  expect((await fetch(`${provider.url}/healthz`)).status).toBe(200);
});
