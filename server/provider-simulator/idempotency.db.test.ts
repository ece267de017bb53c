import { once } from "node:events";
import { beforeAll, describe, expect, test } from "vitest";
import { fingerprintOf } from "./idempotency.ts";
import { startProcess } from "./process-in-test.ts";
import {
  client,
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

async function chargesOf(key: string) {
  return await database.sql<{ id: string; amount: number; status: string }[]>`
    select id, amount, status from charges where idempotency_key = ${key} order by seq`;
}

async function outcomesOf(key: string) {
  const { body } = await provider.control("GET", `/requests?key=${key}`);
  return body.items.map((request) => request.outcome);
}

function pay(key: string, changes: Parameters<typeof payment>[0] = {}) {
  return provider.stripe.paymentIntents.create(payment(changes), { idempotencyKey: key });
}

/** Resolves when somebody has claimed the key and not finished. */
function claimed(key: string) {
  return eventually(async () => {
    const rows = await database.sql`select from idempotent_requests where key = ${key} and status is null`;
    expect(rows).toHaveLength(1);
  });
}

describe("a repeated key", () => {
  test("gets the same answer again, byte for byte, and makes no second charge", async () => {
    const form = { payment_method: "pm_card_visa", "metadata[order_id]": "o-1" };
    const first = await postOnce(provider.url, "again", form);
    const second = await postOnce(provider.url, "again", form);
    expect(await second.text()).toBe(await first.text());
    expect([first, second].map((answer) => answer.headers.get("idempotent-replayed"))).toEqual([
      null,
      "true",
    ]);
    expect(await chargesOf("again")).toHaveLength(1);
  });

  test("gets a decline again, too", async () => {
    const declined = { payment_method: "pm_card_visa_chargeDeclined" };
    const first = await refusalOf(pay("declined-again", declined));
    const second = await refusalOf(pay("declined-again", declined));
    expect(second).toMatchObject({ statusCode: 402, code: "card_declined" });
    expect(second.payment_intent?.id).toBe(first.payment_intent?.id);
    expect(second.headers?.["idempotent-replayed"]).toBe("true");
    expect(await chargesOf("declined-again")).toMatchObject([{ status: "failed" }]);
  });

  test("with other parameters is refused as misuse, whatever came of the first", async () => {
    await pay("reused");
    const refusal = await refusalOf(pay("reused", { amount: 4001 }));
    expect(refusal).toMatchObject({ statusCode: 400, type: "StripeIdempotencyError" });
    expect(await chargesOf("reused")).toMatchObject([{ amount: 4000 }]);
  });

  test("for another operation is refused as misuse", async () => {
    const intent = await pay("two-uses");
    const refund = provider.stripe.refunds.create(
      { payment_intent: intent.id },
      { idempotencyKey: "two-uses" },
    );
    expect(await refusalOf(refund)).toMatchObject({ type: "StripeIdempotencyError" });
  });

  test("is refused while the first is running, and replayed when it has finished", async () => {
    await provider.control("POST", "/faults", {
      operation: "*",
      kind: "delay",
      delayMs: 60_000,
      match: { key: "busy" },
    });
    const first = pay("busy");
    await claimed("busy");
    expect(await refusalOf(pay("busy"))).toMatchObject({ statusCode: 409, code: "idempotency_key_in_use" });
    await provider.control("DELETE", "");
    const made = await first;
    expect((await pay("busy")).id).toBe(made.id);
    expect(await outcomesOf("busy")).toEqual(["performed", "key_in_use", "replayed"]);
  });

  test("of ten that arrive together makes one charge", async () => {
    const tries = await Promise.allSettled(Array.from({ length: 10 }, () => pay("crowd")));
    const ids = tries.flatMap((result) => (result.status === "fulfilled" ? [result.value.id] : []));
    expect(new Set(ids).size).toBe(1);
    expect(await chargesOf("crowd")).toHaveLength(1);
  });

  test("means something new after 24 hours", async () => {
    await pay("old");
    await database.sql`
      update idempotent_requests set created_at = created_at - interval '25 hours' where key = 'old'`;
    await pay("old", { amount: 100 });
    expect(await chargesOf("old")).toMatchObject([{ amount: 4000 }, { amount: 100 }]);
  });
});

describe("an answer that does not arrive", () => {
  test("a lost reply and a retry with the same key make one charge", async () => {
    const lost = { payment_method: "pm_sim_lost_reply" };
    await expect(postOnce(provider.url, "lost", lost)).rejects.toThrow();
    expect(await chargesOf("lost")).toHaveLength(1);
    const retry = await postOnce(provider.url, "lost", lost);
    expect([retry.status, retry.headers.get("idempotent-replayed")]).toEqual([200, "true"]);
    expect(await chargesOf("lost")).toHaveLength(1);
    expect(await outcomesOf("lost")).toEqual(["dropped", "replayed"]);
  });

  test("the official client repeats a closed connection by itself, with the same key", async () => {
    const intent = await pay("lost-by-client", { payment_method: "pm_sim_lost_reply" });
    expect(intent.status).toBe("succeeded");
    expect(await outcomesOf("lost-by-client")).toEqual(["dropped", "replayed"]);
  });

  test("an error before the work leaves nothing behind, and the retry succeeds", async () => {
    const unlucky = { payment_method: "pm_sim_error_once" };
    expect(await refusalOf(pay("unlucky", unlucky))).toMatchObject({
      statusCode: 500,
      type: "StripeAPIError",
    });
    expect(await chargesOf("unlucky")).toHaveLength(0);
    expect((await pay("unlucky", unlucky)).status).toBe("succeeded");
    expect(await outcomesOf("unlucky")).toEqual(["failed", "performed"]);
  });

  test("a request that hangs does nothing, and ends when the client leaves", async () => {
    const patience = AbortSignal.timeout(300);
    const hanging = fetch(`${provider.url}/v1/payment_intents`, {
      method: "POST",
      headers: { authorization: "Bearer sk_test_1", "idempotency-key": "hung" },
      body: new URLSearchParams({
        amount: "1",
        currency: "eur",
        confirm: "true",
        payment_method: "pm_sim_hang",
      }),
      signal: patience,
    });
    await expect(hanging).rejects.toThrow();
    expect(await outcomesOf("hung")).toEqual(["hung"]);
    expect(await chargesOf("hung")).toHaveLength(0);
  });

  test("a slow answer is late, but the charge is not: a retry meanwhile learns the outcome", async () => {
    const slow = { payment_method: "pm_sim_slow" };
    let answered = false;
    const late = postOnce(provider.url, "slow", slow).finally(() => {
      answered = true;
    });
    await eventually(async () => expect(await chargesOf("slow")).toHaveLength(1));
    const retry = await postOnce(provider.url, "slow", slow);
    expect([retry.status, retry.headers.get("idempotent-replayed")]).toEqual([200, "true"]);
    expect(answered).toBe(false);
    await provider.control("DELETE", "");
    expect(await (await late).text()).toBe(await retry.text());
  });
});

describe("a provider that dies in the middle", () => {
  test("a claim of a dead process is taken over by the retry", async () => {
    const form = "amount=4000&currency=eur&payment_method=pm_card_visa&confirm=true";
    await database.sql`
      insert into idempotent_requests (key, fingerprint, holder)
      values ('widowed', ${fingerprintOf("POST /v1/payment_intents", form)}, 'dead-boot:7')`;
    expect((await pay("widowed")).status).toBe("succeeded");
    expect(await chargesOf("widowed")).toHaveLength(1);
  });

  test("a claim of a dead process still refuses other parameters", async () => {
    await database.sql`
      insert into idempotent_requests (key, fingerprint, holder) values ('other', 'something else', 'dead-boot:8')`;
    expect(await refusalOf(pay("other"))).toMatchObject({ type: "StripeIdempotencyError" });
  });

  test("when two processes hold one key, one charges, and the one that was overtaken does nothing", async () => {
    const second = await database.start();
    await provider.control("POST", "/faults", {
      operation: "*",
      kind: "delay",
      delayMs: 60_000,
      match: { key: "two" },
    });
    const overtaken = refusalOf(pay("two"));
    await claimed("two");
    const made = await second.stripe.paymentIntents.create(payment(), { idempotencyKey: "two" });
    await provider.control("DELETE", "");
    expect(await overtaken).toMatchObject({ statusCode: 409, code: "idempotency_key_in_use" });
    expect((await pay("two")).id).toBe(made.id);
    expect(await chargesOf("two")).toHaveLength(1);
  });

  test("kill -9 while a charge is under way, a new start and a retry make one charge", async () => {
    const doomed = await startProcess(database.url(), { PROVIDER_DELAY_MS: "60000" });
    const cut = client(doomed.url).stripe.paymentIntents.create(payment(), { idempotencyKey: "killed" });
    cut.catch(() => {});
    await claimed("killed");
    doomed.child.kill("SIGKILL");
    await once(doomed.child, "exit");
    await expect(cut).rejects.toThrow();
    expect(await chargesOf("killed")).toHaveLength(0);
    expect((await pay("killed")).status).toBe("succeeded");
    expect(await chargesOf("killed")).toHaveLength(1);
  });

  test("a database that drops every connection under a charge leaves one charge after the retry", async () => {
    const match = { key: "severed" };
    await provider.control("POST", "/faults", { operation: "*", kind: "delay", delayMs: 60_000, match });
    const severed = pay("severed").catch(() => {});
    await claimed("severed");
    await database.sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`;
    await provider.control("DELETE", "");
    await severed;
    await eventually(async () => expect((await pay("severed")).status).toBe("succeeded"));
    expect(await chargesOf("severed")).toHaveLength(1);
  });

  test("SIGTERM ends the process cleanly within five seconds, hanging requests and all", async () => {
    const { child, url } = await startProcess(database.url(), {});
    const hanging = postOnce(url, "cut-off", { payment_method: "pm_sim_hang" });
    hanging.catch(() => {});
    await eventually(async () => expect(await outcomesOf("cut-off")).toEqual(["hung"]));
    const askedAt = Date.now();
    child.kill("SIGTERM");
    const [code] = await once(child, "exit");
    expect(code).toBe(0);
    expect(Date.now() - askedAt).toBeLessThan(5_000);
    await expect(hanging).rejects.toThrow();
  });
});
