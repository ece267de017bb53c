import { v7 as uuidV7 } from "uuid";
import { describe, expect, it } from "vitest";
import { makeCart, makeProduct, makeShopper, orderInput } from "../../db/testing/factories.ts";
import { factsOf, nothing, oneOrderPlaced } from "../../db/testing/facts.ts";
import { createTestDatabase } from "../../db/testing/test-database.ts";
import { setCartLine } from "../carts/set-cart-line.ts";
import { startAttempt } from "../checkout/start-attempt.ts";
import { readBody } from "../domain/answers.ts";
import type { Order } from "../domain/order.ts";
import { placeOrder } from "./place-order.ts";

const { db } = await createTestDatabase();
const policy = { retentionHours: 24, waitMs: 3_000 };

const place = (accountId: string, input: ReturnType<typeof orderInput>, key = uuidV7()) =>
  placeOrder(db, { accountId, key, input, awaitsPayment: false }, policy);

const stockOf = async (sku: string) =>
  (await db.sql`select stock from products where sku = ${sku}`)[0]?.stock;

describe("placing an order", () => {
  it("writes one order with its lines, history, payment in flight, message and key, and freezes the cart", async () => {
    const shopper = await makeShopper(db, { "ink-bottle": 2, "desk-lamp": 1 });
    const { answer } = await place(shopper.accountId, orderInput(shopper.cart));
    expect(await factsOf(db, shopper.accountId)).toMatchObject({ ...oneOrderPlaced, orderLines: 2 });
    const order = readBody(answer) as Order;
    expect(answer.status).toBe(201);
    expect(order.total).toEqual({ amount: 2 * 1_290 + 8_900, currency: "EUR" });
    expect(order.status).toBe("pending_payment");
    await expect(
      setCartLine(db, {
        accountId: shopper.accountId,
        cartId: shopper.cart.id,
        sku: "ink-bottle",
        quantity: 5,
      }),
    ).rejects.toMatchObject({ code: "cart-already-ordered", facts: { orderId: order.id } });
  });

  it("refuses a cart that changed since it was shown, and charges nothing", async () => {
    const shopper = await makeShopper(db);
    const shown = orderInput(shopper.cart);
    const where = { accountId: shopper.accountId, cartId: shopper.cart.id };
    const changed = await setCartLine(db, { ...where, sku: "fountain-pen", quantity: 3 });
    await expect(place(shopper.accountId, shown)).rejects.toMatchObject({
      code: "cart-changed",
      facts: { currentVersion: changed.version, total: changed.total },
    });
    expect(await factsOf(db, shopper.accountId)).toEqual(nothing);
  });

  it("leads a second key for one cart to the order that is already there", async () => {
    const shopper = await makeShopper(db);
    const first = readBody((await place(shopper.accountId, orderInput(shopper.cart))).answer) as Order;
    await expect(place(shopper.accountId, orderInput(shopper.cart))).rejects.toMatchObject({
      code: "cart-already-ordered",
      facts: { orderId: first.id, reference: first.reference },
    });
    expect(await factsOf(db, shopper.accountId)).toMatchObject(oneOrderPlaced);
  });

  it("answers another account's cart, an unknown cart and a foreign attempt alike, and writes nothing", async () => {
    const owner = await makeShopper(db);
    const stranger = await makeShopper(db);
    const foreignAttempt = await startAttempt(db, owner.accountId, owner.cart.id);
    const inputs = [
      orderInput(owner.cart),
      orderInput(stranger.cart, { cartId: uuidV7() }),
      orderInput(stranger.cart, { attempt: foreignAttempt }),
      orderInput(stranger.cart, { attempt: "x".repeat(43) }),
    ];
    for (const input of inputs) {
      await expect(place(stranger.accountId, input)).rejects.toMatchObject({ code: "not-found", facts: {} });
    }
    expect(await factsOf(db, stranger.accountId)).toEqual(nothing);
    expect(await factsOf(db, owner.accountId)).toEqual(nothing);
  });

  it("refuses an empty cart", async () => {
    const { accountId } = await makeShopper(db);
    const empty = await makeCart(db, accountId, {});
    await expect(place(accountId, orderInput(empty))).rejects.toMatchObject({ code: "cart-empty" });
  });

  it("remembers that a cart was sold out at commit, and tells a retry of the key the same", async () => {
    const sku = await makeProduct(db, 2);
    const shopper = await makeShopper(db, { [sku]: 3 });
    const key = uuidV7();
    const first = await place(shopper.accountId, orderInput(shopper.cart), key);
    await db.sql`update products set stock = 100, version = version + 1 where sku = ${sku}`;
    const second = await place(shopper.accountId, orderInput(shopper.cart), key);
    expect(await factsOf(db, shopper.accountId)).toEqual({ ...nothing, keys: 1 });
    expect(first).toMatchObject({ kind: "performed", answer: { status: 409 } });
    expect(second).toMatchObject({ kind: "replayed", answer: { status: 409 } });
    expect(readBody(first.answer)).toMatchObject({
      type: "/problems/out-of-stock",
      lines: [{ sku, available: 2 }],
    });
    expect(Buffer.compare(first.answer.body, second.answer.body)).toBe(0);
    // A new intent, after the shelf was filled, goes through.
    expect(await place(shopper.accountId, orderInput(shopper.cart))).toMatchObject({
      answer: { status: 201 },
    });
  });

  it("spends the attempt with the order, and not when the order is refused", async () => {
    const shopper = await makeShopper(db);
    const attempt = await startAttempt(db, shopper.accountId, shopper.cart.id);
    const refused = orderInput(shopper.cart, { attempt, cartVersion: 99 });
    await expect(place(shopper.accountId, refused)).rejects.toMatchObject({ code: "cart-changed" });
    expect((await factsOf(db, shopper.accountId)).spentAttempts).toBe(0);
    await place(shopper.accountId, orderInput(shopper.cart, { attempt }));
    expect((await factsOf(db, shopper.accountId)).spentAttempts).toBe(1);
  });

  it("treats a retry with another form token as the same intent", async () => {
    const shopper = await makeShopper(db);
    const attempts = [
      await startAttempt(db, shopper.accountId, shopper.cart.id),
      await startAttempt(db, shopper.accountId, shopper.cart.id),
    ];
    const key = uuidV7();
    const kinds: string[] = [];
    for (const attempt of attempts) {
      kinds.push((await place(shopper.accountId, orderInput(shopper.cart, { attempt }), key)).kind);
    }
    expect(kinds).toEqual(["performed", "replayed"]);
  });

  it("goes on when nobody has made today's partition: the first order makes it", async () => {
    const days = await db.sql`
      select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
       where i.inhparent = 'idempotency_keys'::regclass and c.relname ~ '_d[0-9]{8}$'`;
    for (const { name } of days) await db.sql`drop table ${db.sql(name)}`;
    const shopper = await makeShopper(db);
    expect((await place(shopper.accountId, orderInput(shopper.cart))).kind).toBe("performed");
    expect(await factsOf(db, shopper.accountId)).toMatchObject(oneOrderPlaced);
  });

  it("takes from the shelf exactly once, replay or not", async () => {
    const sku = await makeProduct(db, 10);
    const shopper = await makeShopper(db, { [sku]: 4 });
    const key = uuidV7();
    await place(shopper.accountId, orderInput(shopper.cart), key);
    await place(shopper.accountId, orderInput(shopper.cart), key);
    expect(await stockOf(sku)).toBe(6);
  });
});
