import { v7 as uuidV7 } from "uuid";
import { describe, expect, it } from "vitest";
import { makeCart, makeProduct, makeShopper, orderInput } from "../../db/testing/factories.ts";
import { factsOf, oneOrderPlaced } from "../../db/testing/facts.ts";
import { createTestDatabase } from "../../db/testing/test-database.ts";
import { openAccount } from "../accounts/open-account.ts";
import { startAttempt } from "../checkout/start-attempt.ts";
import { DomainError } from "../domain/errors.ts";
import { placeOrder } from "./place-order.ts";

const { db, connect } = await createTestDatabase();
const otherServer = connect();
const policy = { retentionHours: 24, waitMs: 3_000 };

const placeOn = (
  server: typeof db,
  accountId: string,
  input: ReturnType<typeof orderInput>,
  key = uuidV7(),
) => placeOrder(server, { accountId, key, input, awaitsPayment: false }, policy);

/** The names of what was refused; anything unnamed fails the test. */
function refusals(results: PromiseSettledResult<unknown>[]): string[] {
  return results.flatMap((result) => {
    if (result.status === "fulfilled") return [];
    if (result.reason instanceof DomainError) return [result.reason.code];
    throw result.reason;
  });
}

describe("orders that race", () => {
  it("makes one order of one cart from fifty parallel requests with fifty keys on two servers", async () => {
    const { accountId, cart } = await makeShopper(db);
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_, n) => placeOn(n % 2 ? db : otherServer, accountId, orderInput(cart))),
    );
    expect(await factsOf(db, accountId)).toMatchObject(oneOrderPlaced);
    expect(refusals(results)).toEqual(Array.from({ length: 49 }, () => "cart-already-ordered"));
  });

  it("makes one order from twenty parallel submits of one attempt", async () => {
    const { accountId, cart } = await makeShopper(db);
    const attempt = await startAttempt(db, accountId, cart.id);
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => placeOn(db, accountId, orderInput(cart, { attempt }))),
    );
    expect(await factsOf(db, accountId)).toMatchObject({ ...oneOrderPlaced, spentAttempts: 1 });
    expect(refusals(results)).toHaveLength(19);
  });

  it("sells the last unit once to thirty buyers", async () => {
    const sku = await makeProduct(db, 1);
    const buyers = await Promise.all(Array.from({ length: 30 }, () => makeShopper(db, { [sku]: 1 })));
    const results = await Promise.all(
      buyers.map(({ accountId, cart }, n) => placeOn(n % 2 ? db : otherServer, accountId, orderInput(cart))),
    );
    const [row] = await db.sql`select stock from products where sku = ${sku}`;
    expect(row?.stock).toBe(0);
    expect(results.filter(({ answer }) => answer.status === 201)).toHaveLength(1);
    expect(results.filter(({ answer }) => answer.status === 409)).toHaveLength(29);
  });

  it("never deadlocks carts that list the same products in another order", async () => {
    const skus = await Promise.all([1, 2, 3].map(() => makeProduct(db, 1_000)));
    const { accountId } = await openAccount(db, "shopper", "Test shopper");
    const carts = await Promise.all(
      Array.from({ length: 24 }, (_, n) => {
        const turned = [...skus.slice(n % 3), ...skus.slice(0, n % 3)];
        const order = n % 2 ? turned : turned.reverse();
        return makeCart(db, accountId, Object.fromEntries(order.map((sku) => [sku, 1])));
      }),
    );
    const results = await Promise.all(
      carts.map((cart, n) => placeOn(n % 2 ? db : otherServer, accountId, orderInput(cart))),
    );
    expect(results.every(({ answer }) => answer.status === 201)).toBe(true);
    const rows = await db.sql`select stock from products where sku in ${db.sql(skus)}`;
    expect(rows.map(({ stock }) => stock)).toEqual([976, 976, 976]);
  });

  it("serves ten orders in parallel from a pool of two", async () => {
    const small = connect({ poolMax: 2 });
    const buyers = await Promise.all(Array.from({ length: 10 }, () => makeShopper(db)));
    const results = await Promise.all(
      buyers.map(({ accountId, cart }) => placeOn(small, accountId, orderInput(cart))),
    );
    expect(results.map(({ kind }) => kind)).toEqual(Array.from({ length: 10 }, () => "performed"));
  });
});
