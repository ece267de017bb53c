// The rules that hold for every writer: these statements are typed as somebody with a console would type them.
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { orderStatuses, transitions } from "../server/domain/order.ts";
import { violates } from "./postgres-errors.ts";
import { createTestDatabase } from "./testing/test-database.ts";

const { db } = await createTestDatabase();
const type = (text: string, values: string[] = []) => db.sql.unsafe(text, values);

async function expectRefused(by: string, statement: PromiseLike<unknown>): Promise<void> {
  const error = await Promise.resolve(statement).then(
    () => "accepted",
    (reason: unknown) => reason,
  );
  expect(violates(error, by), `${by}: ${String(error)}`).toBe(true);
}

async function makeCart(): Promise<{ accountId: string; cartId: string }> {
  const [accountId, cartId] = [randomUUID(), randomUUID()];
  await type("insert into accounts (id, role, name) values ($1, 'shopper', 'Ann')", [accountId]);
  await type("insert into carts (id, account_id) values ($1, $2)", [cartId, accountId]);
  return { accountId, cartId };
}

async function makeOrder(status = "pending_payment", cart?: { accountId: string; cartId: string }) {
  const { accountId, cartId } = cart ?? (await makeCart());
  const id = randomUUID();
  await type(
    `insert into orders (id, reference, account_id, cart_id, status, total_amount, currency, email, ship_to)
     values ($1::uuid, $1::text, $2, $3, $4, 4000, 'EUR', 'ann@example.com', '{}')`,
    [id, accountId, cartId, status],
  );
  return { id, version: 1 };
}

const pay = (orderId: string, status: string) =>
  type(
    `insert into payments (id, order_id, status, method, amount, currency)
     values (gen_random_uuid(), $1, $2, 'pm_card_visa', 4000, 'EUR')`,
    [orderId, status],
  );

/** Books a transfer with these legs in one statement, so in one transaction. */
const book = (
  transfer: string,
  orderId: string,
  legs: [account: string, amount: number, currency?: string][],
) =>
  type(
    `with t as (insert into ledger_transfers (id, kind, order_id) values ('${transfer}', 'capture', '${orderId}'))
     insert into ledger_entries (transfer_id, account, amount, currency)
     values ${legs.map(([account, amount, currency = "EUR"]) => `('${transfer}', '${account}', ${amount}, '${currency}')`).join(", ")}`,
  );

describe("an order", () => {
  test("moves along the edges that the domain knows, and no others exist in the database", async () => {
    const rows = await type("select from_status, to_status from order_transitions order by 1, 2");
    const known = orderStatuses.flatMap((from) =>
      transitions[from].map((to) => ({ from_status: from, to_status: to })),
    );
    const byName = (a: { from_status: string; to_status: string }, b: typeof a) =>
      a.from_status.localeCompare(b.from_status) || a.to_status.localeCompare(b.to_status);
    expect([...rows].map((row) => ({ ...row })).sort(byName as never)).toEqual(known.sort(byName));
  });

  test("is refused every other step, from every status", async () => {
    for (const from of orderStatuses) {
      const { id } = await makeOrder(from);
      for (const to of orderStatuses.filter(
        (status) => status !== from && !transitions[from].includes(status),
      )) {
        await expectRefused(
          "order_moves_along_an_edge",
          type("update orders set status = $2, version = version + 1 where id = $1", [id, to]),
        );
      }
      for (const to of transitions[from]) {
        const { id: free } = await makeOrder(from);
        await type("update orders set status = $2, version = version + 1 where id = $1", [free, to]);
      }
    }
  });

  test.each(["version", "version + 2", "version - 1", "1"])(
    "is refused a change that leaves its version at %s",
    async (version) => {
      const { id } = await makeOrder();
      await expectRefused(
        "order_version_goes_up_by_one",
        type(`update orders set note = 'typed', version = ${version} where id = $1`, [id]),
      );
      await expectRefused(
        "order_version_goes_up_by_one",
        type("update orders set status = 'paid' where id = $1", [id]),
      );
      const [row] = await type("select note, status, version from orders where id = $1", [id]);
      expect(row).toMatchObject({ note: null, status: "pending_payment", version: 1 });
    },
  );

  test("is the only one of its cart", async () => {
    const cart = await makeCart();
    await makeOrder("cancelled", cart);
    await expectRefused("one_order_per_cart", makeOrder("pending_payment", cart));
  });

  test("has a history that is only ever added to, once for each version", async () => {
    const { id } = await makeOrder();
    const add = () =>
      type(
        "insert into order_history (id, order_id, to_status, version, actor) values (gen_random_uuid(), $1, 'paid', 2, 'me')",
        [id],
      );
    await add();
    await expectRefused("one_history_row_per_version", add());
    await expectRefused(
      "append_only",
      type("update order_history set actor = 'you' where order_id = $1", [id]),
    );
    await expectRefused("append_only", type("delete from order_history where order_id = $1", [id]));
    await expectRefused("append_only", type("truncate order_history"));
  });
});

describe("a payment", () => {
  test("is the only active one of its order; a declined one makes room", async () => {
    const { id } = await makeOrder();
    await pay(id, "declined");
    await pay(id, "in_flight");
    await expectRefused("one_active_payment_per_order", pay(id, "in_flight"));
    await expectRefused("one_active_payment_per_order", pay(id, "succeeded"));
    await pay(id, "declined");
  });

  test("that succeeded stays so, whatever is heard later", async () => {
    const { id } = await makeOrder();
    await pay(id, "succeeded");
    for (const status of ["declined", "in_flight"]) {
      await expectRefused(
        "success_is_final",
        type("update payments set status = $2 where order_id = $1", [id, status]),
      );
    }
    await type("update payments set refunded_amount = 4000 where order_id = $1", [id]);
    await expectRefused(
      "refunded_within_captured",
      type("update payments set refunded_amount = 4001 where order_id = $1", [id]),
    );
  });
});

describe("the ledger", () => {
  test("takes a transfer whose legs sum to zero", async () => {
    const { id } = await makeOrder();
    await book(`capture:${id}`, id, [
      ["provider", 4_000],
      ["sales", -4_000],
    ]);
    expect(await type("select from ledger_entries where transfer_id = $1", [`capture:${id}`])).toHaveLength(
      2,
    );
  });

  test.each([
    [
      "too little",
      [
        ["provider", 4_000],
        ["sales", -3_999],
      ],
    ],
    ["one leg", [["provider", 4_000]]],
    [
      "two currencies that only seem to cancel out",
      [
        ["provider", 4_000, "EUR"],
        ["sales", -4_000, "USD"],
      ],
    ],
  ] as [string, [string, number, string?][]][])(
    "refuses %s at commit, and keeps nothing of it",
    async (_, legs) => {
      const { id } = await makeOrder();
      await expectRefused("entries_sum_to_zero", book(`capture:${id}`, id, legs));
      expect(await type("select from ledger_transfers where id = $1", [`capture:${id}`])).toHaveLength(0);
    },
  );

  test("refuses a leg that is added to a transfer later", async () => {
    const { id } = await makeOrder();
    await book(`capture:${id}`, id, [
      ["provider", 4_000],
      ["sales", -4_000],
    ]);
    await expectRefused(
      "entries_sum_to_zero",
      type("insert into ledger_entries values ($1, 'pocket', 1, 'EUR')", [`capture:${id}`]),
    );
  });

  test("is corrected by adding, never by changing", async () => {
    const { id } = await makeOrder();
    await book(`capture:${id}`, id, [
      ["provider", 4_000],
      ["sales", -4_000],
    ]);
    for (const table of ["ledger_entries", "ledger_transfers"]) {
      await expectRefused("append_only", type(`delete from ${table}`));
      await expectRefused("append_only", type(`truncate ${table} cascade`));
    }
    await expectRefused("append_only", type("update ledger_entries set amount = 0"));
    await expectRefused("append_only", type("update ledger_transfers set kind = 'capture'"));
  });
});

test("stock is never negative, and a line of an order adds up", async () => {
  await expectRefused(
    "stock_never_negative",
    type("update products set stock = -1 where sku = 'fountain-pen'"),
  );
  await expectRefused("stock_never_negative", type("update products set stock = stock - 100000"));
  const { id } = await makeOrder();
  await expectRefused(
    "line_total_adds_up",
    type("insert into order_lines values ($1, 1, 'fountain-pen', 'Pen', 2, 4000, 7999)", [id]),
  );
});
