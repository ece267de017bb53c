// The collapsed form as a subject of the contract that every form of the key keeps.
import { randomUUID } from "node:crypto";
import pg from "pg";
import { v7 as uuidV7 } from "uuid";
import { vi } from "vitest";
import { makeCart, orderInput } from "../../db/testing/factories.ts";
import { createTestDatabase } from "../../db/testing/test-database.ts";
import { openAccount } from "../accounts/open-account.ts";
import { describeKeyContract, type Held, type Intention, type Subject } from "../idempotency/contract.ts";

const { url, db, connect } = await createTestDatabase();

type OrderIntention = Intention & { readonly input: ReturnType<typeof orderInput> };

async function intend({
  accountId,
  key = uuidV7(),
}: {
  accountId?: string;
  key?: string;
} = {}): Promise<OrderIntention> {
  const owner = accountId ?? (await openAccount(db, "shopper", "Test shopper")).accountId;
  const cart = await makeCart(db, owner, { "fountain-pen": 1 });
  const bumpVersion = (by: number) =>
    db.sql`update carts set version = version + ${by} where id = ${cart.id}`;
  return {
    accountId: owner,
    key,
    input: orderInput(cart),
    countEffects: async () => (await db.sql`select from orders where cart_id = ${cart.id}`).length,
    hold: () => holdCart(cart.id),
    refuse: async () => {
      await bumpVersion(1); // "the cart changed since it was shown"
      return async () => void (await bumpVersion(-1));
    },
  };
}

/** Another session locks the cart, so the next order stops after its claim and waits there. */
async function holdCart(cartId: string): Promise<Held> {
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  await holder.query("begin");
  await holder.query("select from carts where id = $1 for update", [cartId]);
  const [row] = (await holder.query<{ pid: number }>("select pg_backend_pid() as pid")).rows;
  let over = false;
  const entered = waiterBehind(row?.pid ?? 0, () => over);
  entered.catch(() => {});
  const end = async () => {
    if (over) return;
    over = true;
    await holder.end(); // rolls back, and the lock is free
  };
  return {
    entered,
    letGo: end,
    rollBack: async () => {
      await db.sql`select pg_cancel_backend(${await entered})`;
      await end();
    },
  };
}

async function waiterBehind(holder: number, isOver: () => boolean): Promise<number> {
  for (;;) {
    const [row] = await db.sql`
      select pid from pg_stat_activity where ${holder} = any(pg_blocking_pids(pid)) and query like '%place_order%'`;
    if (row) return row.pid;
    if (isOver()) throw new Error("nobody came to the held cart");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describeKeyContract("placing an order in one statement", async (): Promise<Subject<OrderIntention>> => {
  const stranger = new pg.Client({ connectionString: url });
  await stranger.connect();
  return {
    intend,
    query: async (text, values) => (await stranger.query(text, values)).rows,
    close: () => stranger.end(),
    serve: async ({ poolMax, waitMs }) => {
      // A module of its own, as another process would have, so that nothing is shared but the database.
      vi.resetModules();
      const { placeOrder } = await import("./place-order.ts");
      const { performOnce } = await import("../idempotency/index.ts");
      const server = connect({ poolMax });
      // A held cart must outlast the wait for the key, so other locks are waited for longer.
      const policy = { retentionHours: 24, waitMs, lockTimeoutMs: 20_000 };
      return {
        close: () => server.close(1),
        send: ({ accountId, key, input }, variant = "same") => {
          if (variant === "other-operation") {
            const fingerprint = new Uint8Array(32);
            const nothing = async () => ({ status: 201, contentType: "text/plain", body: new Uint8Array(1) });
            return performOnce(
              server,
              { accountId, key, operation: "things.break", fingerprint },
              nothing,
              policy,
            );
          }
          const sent = variant === "same" ? input : { ...input, email: `${randomUUID()}@example.com` };
          return placeOrder(server, { accountId, key, input: sent, awaitsPayment: false }, policy);
        },
      };
    },
  };
});
