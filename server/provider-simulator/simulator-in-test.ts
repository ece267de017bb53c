// What the tests of this folder start: a simulator on a free port with a database of its own, the official client
// pointed at it, and a shop that receives webhooks.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import Stripe from "stripe";
import { afterAll, beforeAll, vi } from "vitest";
import { createEmptyDatabase } from "../../db/testing/empty-database.ts";
import { openDatabase, type Sql } from "./database.ts";
import type { Settings } from "./settings.ts";
import { startSimulator } from "./start-simulator.ts";

export const webhookSecret = "whsec_test_0123456789abcdef";

export type TestSimulator = {
  url: string;
  stripe: Stripe;
  control(
    method: "POST" | "GET" | "DELETE",
    path: string,
    body?: object,
  ): Promise<{ status: number; body: Body }>;
  stop(): Promise<void>;
};

type Body = { items: LoggedRequest[]; error: string; released: number; delivered: number; id: string };

export type LoggedRequest = {
  operation: string;
  key: string;
  orderId: string | null;
  outcome: string;
  status: number | null;
  replayed: boolean;
  fault: string | null;
};

/** One database for a test file, and any number of simulators on it. Call it outside hooks and tests. */
export function testDatabase() {
  const running: { stop(): Promise<void> }[] = [];
  let opened: { url: string; sql: Sql; drop(): Promise<void> } | undefined;

  beforeAll(async () => {
    const empty = await createEmptyDatabase();
    opened = { url: empty.url, sql: await openDatabase(empty.url), drop: empty.drop };
  });
  afterAll(async () => {
    await Promise.all(running.map((simulator) => simulator.stop()));
    await opened?.sql.end();
    await opened?.drop();
  });

  const open = () => {
    if (opened === undefined) throw new Error("The database is there once the first hook has run.");
    return opened;
  };
  return {
    url: () => open().url,
    sql: ((...query: Parameters<Sql>) => open().sql(...query)) as Sql,
    async start(changes: Partial<Settings> = {}): Promise<TestSimulator> {
      const settings = { ...quick, databaseUrl: open().url, ...changes };
      const simulator = await startSimulator(settings, pino({ level: "silent" }));
      running.push(simulator);
      return { ...client(simulator.url), stop: simulator.stop };
    },
  };
}

export const quick = {
  port: 0,
  host: "127.0.0.1",
  lab: true,
  webhookSecret,
  webhookUrl: undefined,
  delayMs: 0,
  logLevel: "silent",
};

export function client(url: string): Omit<TestSimulator, "stop"> {
  return {
    url,
    stripe: new Stripe("sk_test_simulator", {
      host: "127.0.0.1",
      port: Number(new URL(url).port),
      protocol: "http",
      maxNetworkRetries: 0,
      timeout: 15_000,
      telemetry: false,
    }),
    async control(method, path, body) {
      const response = await fetch(`${url}/_control${path}`, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        headers: { "content-type": "application/json" },
      });
      const text = await response.text();
      return { status: response.status, body: text === "" ? {} : JSON.parse(text) };
    },
  };
}

/** The parameters of an ordinary payment, changed where a test needs it. */
export function payment(
  changes: Partial<Stripe.PaymentIntentCreateParams> = {},
): Stripe.PaymentIntentCreateParams {
  return { amount: 4000, currency: "eur", payment_method: "pm_card_visa", confirm: true, ...changes };
}

/** Sends the request once and nothing more: the official client repeats one whose connection closed. */
export function postOnce(url: string, key: string, form: { [name: string]: string }): Promise<Response> {
  return fetch(`${url}/v1/payment_intents`, {
    method: "POST",
    headers: { authorization: "Bearer sk_test_simulator", "idempotency-key": key, connection: "close" },
    body: new URLSearchParams({ amount: "4000", currency: "eur", confirm: "true", ...form }),
  });
}

/** The refusal that a call ends in. Fails if it does not end in one. */
export async function refusalOf(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof Stripe.errors.StripeError) return error;
  throw new Error(`Expected a refusal from Stripe, and got ${error}.`);
}

export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 10_000, interval: 20 });
}

export type TestShop = {
  url: string;
  /** Verified events in order of arrival. */
  events: Stripe.Event[];
  /** Statuses to answer next; 200 when used up. */
  answers: number[];
  about(orderId: string): Stripe.Event[];
};

/** A shop that takes webhooks: it verifies the signature with the official client before it believes anything. */
export function testShop(): TestShop {
  const shop: TestShop = {
    url: "",
    events: [],
    answers: [],
    about: (orderId) => shop.events.filter((event) => orderOf(event) === orderId),
  };
  const stripe = new Stripe("sk_test_shop");
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const signature = request.headers["stripe-signature"] ?? "";
      shop.events.push(stripe.webhooks.constructEvent(Buffer.concat(parts), signature, webhookSecret));
      response.writeHead(shop.answers.shift() ?? 200, { location: "/elsewhere" }).end();
    });
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    shop.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`;
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });
  return shop;
}

function orderOf(event: Stripe.Event): string | undefined {
  const object = event.data.object as { metadata?: { [name: string]: string } };
  return object.metadata?.order_id;
}
