// A whole shop in one test process: real database, real simulator, the API as the function it is. Nothing is mocked.
import { pino } from "pino";
import postgres from "postgres";
import { afterAll, inject } from "vitest";
import { createTestDatabase } from "../../db/testing/test-database.ts";
import { issueApiKey } from "../accounts/api-keys.ts";
import { openAccount } from "../accounts/open-account.ts";
import { parseEnv } from "../env.ts";
import { createApi } from "../http/api.ts";
import { client, quick } from "../provider-simulator/simulator-in-test.ts";
import { startSimulator } from "../provider-simulator/start-simulator.ts";
import { createRuntime } from "../runtime.ts";

export const origin = "http://shop.test";

export type Call = {
  readonly key?: string;
  readonly body?: unknown;
  /** The body as it goes over the wire, for what JSON.stringify cannot say. */
  readonly raw?: string;
  readonly headers?: Record<string, string>;
};

export async function startTestShop(changes: Record<string, string> = {}) {
  const { url, db, connect } = await createTestDatabase();
  const provider = await startTestProvider(url);
  const env = parseEnv({
    NODE_ENV: "test",
    DATABASE_URL: url,
    PROVIDER_URL: provider.url,
    LOG_LEVEL: "silent",
    ...changes,
  });
  const runtime = createRuntime(env, "test");
  afterAll(() => runtime.close());
  const api = createApi(runtime);

  /** One request with a bearer key, or without one when `apiKey` is undefined. */
  const call = (
    apiKey: string | undefined,
    method: string,
    path: string,
    { key, body, raw, headers }: Call = {},
  ) => {
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    return api(
      new Request(`${origin}${path}`, {
        method,
        headers: {
          host: "shop.test",
          ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
          ...(sent === undefined ? {} : { "content-type": "application/json" }),
          ...(key === undefined ? {} : { "idempotency-key": key }),
          ...headers,
        },
        ...(sent === undefined ? {} : { body: sent }),
      }),
    );
  };

  /** A fresh account with an API key. */
  const makeCaller = async (role: "shopper" | "operator" = "shopper") => {
    const { accountId } = await openAccount(db, role, "Test caller");
    return { accountId, apiKey: await issueApiKey(db, accountId) };
  };

  return { runtime, api, call, makeCaller, db, connect, provider };
}

/** A simulator with a database of its own beside the shop's. It makes its database itself; the file's end drops it. */
async function startTestProvider(shopUrl: string) {
  const databaseUrl = `${shopUrl}_provider`;
  const simulator = await startSimulator({ ...quick, databaseUrl }, pino({ level: "silent" }));
  afterAll(async () => {
    await simulator.stop();
    const server = postgres(inject("serverUrl"), { max: 1, onnotice: () => {} });
    await server`drop database if exists ${server(new URL(databaseUrl).pathname.slice(1))} with (force)`;
    await server.end();
  });
  return client(simulator.url);
}
