import { v7 as uuidV7 } from "uuid";
import { describe, expect, it } from "vitest";
import { makeCart, orderInput } from "../../db/testing/factories.ts";
import { factsOf, nothing, oneOrderPaid } from "../../db/testing/facts.ts";
import type { Order } from "../domain/order.ts";
import { startTestShop } from "../testing/test-shop.ts";

const shop = await startTestShop();

async function readyToOrder(lines: Record<string, number> = { "fountain-pen": 1 }) {
  const caller = await shop.makeCaller();
  const cart = await makeCart(shop.db, caller.accountId, lines);
  return { ...caller, cart, body: orderInput(cart) };
}

const place = (apiKey: string, key: string, body: unknown, headers = {}) =>
  shop.call(apiKey, "POST", "/api/v1/orders", { key, body, headers });

describe("POST /orders", () => {
  it("answers 201 with a paid order, and a retry with the same bytes and headers", async () => {
    const { accountId, apiKey, body } = await readyToOrder();
    const key = uuidV7();
    const first = await place(apiKey, key, body);
    const second = await place(apiKey, key, body);
    expect(await factsOf(shop.db, accountId)).toMatchObject(oneOrderPaid);
    const order = (await first.clone().json()) as Order;
    expect(order).toMatchObject({ status: "paid", version: 2, payment: { status: "succeeded" } });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(await second.text()).toBe(await first.text());
    for (const name of ["content-type", "location", "etag"]) {
      expect(second.headers.get(name)).toBe(first.headers.get(name));
    }
    expect(first.headers.get("location")).toBe(`/api/v1/orders/${order.id}`);
    expect(first.headers.get("etag")).toBe('"2"');
    expect(first.headers.get("idempotent-replay")).toBeNull();
    expect(second.headers.get("idempotent-replay")).toBe("true");
    expect(second.headers.get("cache-control")).toBe("no-store");
  });

  it("is one intent for the quoted and the bare spelling of a key, and for REST and tRPC", async () => {
    const { accountId, apiKey, body } = await readyToOrder();
    const key = uuidV7();
    await place(apiKey, key, body);
    const quoted = await place(apiKey, `"${key}"`, body);
    expect(quoted.headers.get("idempotent-replay")).toBe("true");
    const trpc = await shop.call(apiKey, "POST", "/api/trpc/orders.place", { key, body });
    expect(trpc.status).toBe(200);
    expect(trpc.headers.get("idempotent-replay")).toBe("true");
    const { result } = (await trpc.json()) as { result: { data: { order: Order; replayed: boolean } } };
    expect(result.data.replayed).toBe(true);
    expect(result.data.order).toEqual(await quoted.json());
    expect(await factsOf(shop.db, accountId)).toMatchObject(oneOrderPaid);
  });

  it("answers 402 to a declined card, once and for ever, and keeps the order for another card", async () => {
    const { apiKey, body, accountId } = await readyToOrder();
    const key = uuidV7();
    const declined = { ...body, paymentMethod: "pm_card_chargeDeclinedInsufficientFunds" };
    const first = await place(apiKey, key, declined);
    const second = await place(apiKey, key, declined);
    expect([first.status, second.status]).toEqual([402, 402]);
    const text = await first.text();
    expect(await second.text()).toBe(text);
    const problem = JSON.parse(text);
    expect(problem).toMatchObject({ type: "/problems/payment-declined", declineCode: "insufficient_funds" });
    expect(await factsOf(shop.db, accountId)).toMatchObject({ orders: 1, payments: 1, ledgerEntries: 0 });

    const again = await shop.call(apiKey, "POST", `/api/v1/orders/${problem.orderId}/payments`, {
      key: uuidV7(),
      body: { paymentMethod: "pm_card_visa" },
    });
    expect(again.status).toBe(201);
    expect(await again.json()).toMatchObject({ status: "paid", payment: { status: "succeeded" } });
    expect(await factsOf(shop.db, accountId)).toMatchObject({
      orders: 1,
      payments: 2,
      ledgerEntries: 2,
      ledgerSum: 0,
    });
  });

  it("charges once when the provider's answer is lost, and when it fails once", async () => {
    for (const paymentMethod of ["pm_sim_lost_reply", "pm_sim_error_once"]) {
      const { accountId, apiKey, body } = await readyToOrder();
      const answer = await place(apiKey, uuidV7(), { ...body, paymentMethod });
      expect(answer.status).toBe(201);
      const order = (await answer.json()) as Order;
      expect(order.status).toBe("paid");
      expect(await factsOf(shop.db, accountId)).toMatchObject(oneOrderPaid);
      const charges = await shop.provider.stripe.charges.list({ limit: 100 });
      const ours = charges.data.filter((charge) => charge.metadata.order_id === order.id && charge.paid);
      expect(ours).toHaveLength(1);
    }
  });

  it("answers at once when asked to, and the receipt stays what it was while the order goes on", async () => {
    const { accountId, apiKey, body } = await readyToOrder();
    const key = uuidV7();
    const first = await place(apiKey, key, body, { prefer: "respond-async" });
    expect(await first.clone().json()).toMatchObject({ status: "pending_payment" });
    await expect
      .poll(async () => (await factsOf(shop.db, accountId)).ledgerEntries, { timeout: 10_000 })
      .toBe(2);
    expect(await (await place(apiKey, key, body)).text()).toBe(await first.text());
  });

  it("answers fifty parallel tries of one key with the same bytes, and charges once", async () => {
    const { accountId, apiKey, body } = await readyToOrder();
    const key = uuidV7();
    const answers = await Promise.all(Array.from({ length: 50 }, () => place(apiKey, key, body)));
    const texts = new Set(await Promise.all(answers.map((answer) => answer.text())));
    expect(await factsOf(shop.db, accountId)).toMatchObject(oneOrderPaid);
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 201));
    expect(texts.size).toBe(1);
  });

  it("refuses the key for another body, another operation and another path", async () => {
    const { apiKey, body } = await readyToOrder();
    const key = uuidV7();
    const first = await place(apiKey, key, { ...body, paymentMethod: "pm_card_visa_chargeDeclined" });
    const { orderId } = (await first.json()) as { orderId: string };
    const others = [
      await place(apiKey, key, { ...body, email: "somebody@else.example" }),
      await shop.call(apiKey, "POST", `/api/v1/orders/${orderId}/payments`, {
        key,
        body: { paymentMethod: "pm_card_visa" },
      }),
    ];
    for (const answer of others) {
      expect(answer.status).toBe(422);
      expect(await answer.json()).toMatchObject({ type: "/problems/key-reused", retry: "new-intent" });
    }
  });

  it("keeps two accounts with the same key and body apart", async () => {
    const [one, two] = [await readyToOrder(), await readyToOrder()];
    const key = "1";
    const [first, second] = [await place(one.apiKey, key, one.body), await place(two.apiKey, key, two.body)];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.headers.get("idempotent-replay")).toBeNull();
    expect(((await second.json()) as Order).cartId).toBe(two.cart.id);
  });

  it("asks who is there before it looks at a key", async () => {
    const { apiKey, body } = await readyToOrder();
    const key = uuidV7();
    await place(apiKey, key, body);
    expect((await place("po_wrong", key, body)).status).toBe(401);
    const anonymous = await shop.call(undefined, "POST", "/api/v1/orders", { key, body });
    expect(anonymous.status).toBe(403); // no key, no proof of our own page
  });

  it("shows another account's order exactly like one that does not exist", async () => {
    const [owner, stranger] = [await readyToOrder(), await readyToOrder()];
    const { id } = (await (await place(owner.apiKey, uuidV7(), owner.body)).json()) as Order;
    const foreign = await shop.call(stranger.apiKey, "GET", `/api/v1/orders/${id}`);
    const missing = await shop.call(stranger.apiKey, "GET", `/api/v1/orders/${uuidV7()}`);
    expect([foreign.status, missing.status]).toEqual([404, 404]);
    expect(await foreign.text()).toBe(await missing.text());
    expect((await shop.call(owner.apiKey, "GET", `/api/v1/orders/${id}`)).status).toBe(200);
  });
});

describe("bad input", () => {
  const bodies: [string, unknown][] = [
    ["no cart id", { cartId: undefined }],
    ["a cart id that is no UUID", { cartId: "42" }],
    ["a version of zero", { cartVersion: 0 }],
    ["a version as text", { cartVersion: "2" }],
    ["a version as a fraction", { cartVersion: 1.5 }],
    ["a version beyond 2^31", { cartVersion: 9_999_999_999 }],
    ["no email", { email: "" }],
    ["an email without an at", { email: "ann.example.com" }],
    ["a very long email", { email: `${"a".repeat(300)}@example.com` }],
    [
      "a country that is none",
      { shipTo: { name: "A", line1: "1", city: "C", postcode: "1", country: "Germany" } },
    ],
    ["a missing address", { shipTo: {} }],
    ["a name of blanks", { shipTo: { name: "   ", line1: "1", city: "C", postcode: "1", country: "DE" } }],
    ["a payment method that is none", { paymentMethod: "4242424242424242" }],
    ["an unknown field", { total: 1 }],
    ["a prototype", JSON.parse('{"__proto__":{"polluted":true}}')],
  ];

  it.each(bodies)("refuses %s with 400 and writes nothing", async (_, change) => {
    const { accountId, apiKey, body } = await readyToOrder();
    const raw = JSON.stringify({ ...body, ...(change as object) }).replace(
      /}$/,
      Object.hasOwn(change as object, "__proto__") ? ',"__proto__":{"polluted":true}}' : "}",
    );
    const answer = await shop.call(apiKey, "POST", "/api/v1/orders", { key: uuidV7(), raw });
    expect(answer.status).toBe(400);
    const problem = (await answer.json()) as { type: string; errors: { path: string; message: string }[] };
    expect(problem.type).toBe("/problems/invalid-input");
    expect(problem.errors.length).toBeGreaterThan(0);
    expect(problem.errors.every(({ message }) => message.length > 0)).toBe(true);
    expect(await factsOf(shop.db, accountId)).toEqual(nothing);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  const raws: [string, string][] = [
    ["text that is not JSON", "{"],
    ["an array", "[]"],
    ["two members of one name", '{"email":"a@example.com","email":"b@example.com"}'],
    ["a number beyond 2^53", '{"cartVersion":12345678901234567890}'],
    ["a number that is not finite", '{"cartVersion":1e400}'],
    ["a lone surrogate", '{"email":"\\ud800@example.com"}'],
    ["a NUL", '{"email":"a\\u0000@example.com"}'],
    ["deep nesting", "[".repeat(5_000) + "]".repeat(5_000)],
  ];

  it.each(raws)("refuses %s with 400", async (_, raw) => {
    const { apiKey } = await shop.makeCaller();
    const answer = await shop.call(apiKey, "POST", "/api/v1/orders", { key: uuidV7(), raw });
    expect(answer.status).toBe(400);
  });

  const keys: [string, string | undefined, string][] = [
    ["no key", undefined, "key-missing"],
    ["an empty key", "", "key-malformed"],
    ["a key with a blank", "a b", "key-malformed"],
    ["two keys", "a, b", "key-malformed"],
    ["an open quote", '"abc', "key-malformed"],
    ["256 characters", "k".repeat(256), "key-malformed"],
    ["a UUIDv7 from an hour ahead", uuidV7({ msecs: Date.now() + 3_600_000 }), "key-malformed"],
  ];

  it.each(keys)("refuses %s with 400, and never runs without protection", async (_, key, code) => {
    const { accountId, apiKey, body } = await readyToOrder();
    const answer = await shop.call(apiKey, "POST", "/api/v1/orders", {
      body,
      ...(key === undefined ? {} : { key }),
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ type: `/problems/${code}` });
    expect(answer.headers.get("link")).toContain("idempotency-policy");
    expect(await factsOf(shop.db, accountId)).toEqual(nothing);
  });

  it("refuses a UUIDv7 from before the window instead of running it again", async () => {
    const { accountId, apiKey, body } = await readyToOrder();
    const answer = await place(apiKey, uuidV7({ msecs: Date.now() - 25 * 3_600_000 }), body);
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ type: "/problems/key-expired" });
    expect(await factsOf(shop.db, accountId)).toEqual(nothing);
  });

  it("refuses bodies over 64 KB and other content types before reading them", async () => {
    const { apiKey } = await shop.makeCaller();
    const large = await shop.call(apiKey, "POST", "/api/v1/orders", { raw: `{"a":"${"x".repeat(70_000)}"}` });
    expect(large.status).toBe(413);
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "",
    ]) {
      const headers = { "content-type": type };
      for (const path of ["/api/v1/orders", "/api/trpc/orders.place"]) {
        expect((await shop.call(apiKey, "POST", path, { raw: "{}", headers })).status).toBe(415);
      }
    }
  });

  const quantities: [string, unknown][] = [
    ["0", 0],
    ["-1", -1],
    ["1.5", 1.5],
    ["1e9", 1e9],
    ['"2"', "2"],
    ["nothing", undefined],
  ];

  it.each(quantities)("refuses a quantity of %s", async (_, quantity) => {
    const { apiKey, cart } = await readyToOrder();
    const path = `/api/v1/carts/${cart.id}/lines/fountain-pen`;
    expect((await shop.call(apiKey, "PUT", path, { body: { quantity } })).status).toBe(400);
    const after = await shop.call(apiKey, "GET", `/api/v1/carts/${cart.id}`);
    expect(await after.json()).toMatchObject({ version: cart.version, lines: [{ quantity: 1 }] });
  });

  it("answers 404 to unknown products, carts and addresses", async () => {
    const { apiKey, cart } = await readyToOrder();
    const stranger = await shop.makeCaller();
    const line = (cartId: string, sku: string) => `/api/v1/carts/${cartId}/lines/${sku}`;
    const body = { quantity: 1 };
    const answers = [
      await shop.call(apiKey, "PUT", line(cart.id, "no-such-thing"), { body }),
      await shop.call(apiKey, "PUT", line("not-an-id", "fountain-pen"), { body }),
      await shop.call(stranger.apiKey, "PUT", line(cart.id, "fountain-pen"), { body }),
      await shop.call(stranger.apiKey, "GET", `/api/v1/carts/${cart.id}`),
      await shop.call(apiKey, "GET", "/api/v1/nothing"),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  });
});
