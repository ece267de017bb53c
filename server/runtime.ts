// Everything one app process shares: database, provider, log, metrics. Made once by main.ts; a host that runs Next alone
// makes it on the first request. It lives on globalThis because Next loads modules more than once.
import { connectDb, type Db } from "../db/client.ts";
import { type Env, env } from "./env.ts";
import { createLog, type Logger } from "./log.ts";
import { createMetrics, type Metrics } from "./metrics.ts";
import type { Desk } from "./payments/pay-once.ts";
import { stripeProcessor } from "./payments/stripe-processor.ts";

export type Runtime = {
  readonly env: Env;
  readonly db: Db;
  readonly desk: Desk;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Waits for work that outlived its requests, then closes the database. */
  close(): Promise<void>;
};

// What the simulator accepts; a real key comes from the environment.
const simulatorKey = "sk_test_simulator";

export function createRuntime(settings: Env, name: string): Runtime {
  const log = createLog(settings.LOG_LEVEL, name);
  const db = connectDb({
    url: settings.DATABASE_URL,
    poolMax: settings.DB_POOL_MAX,
    lockTimeoutMs: settings.LOCK_TIMEOUT_MS,
    applicationName: `paid-once ${name}`,
  });
  const background = new Set<Promise<unknown>>();
  const keepGoing = (work: Promise<unknown>) => {
    const watched = work
      .catch((error: unknown) => log.error({ err: error }, "work that outlived its request failed"))
      .finally(() => background.delete(watched));
    background.add(watched);
  };
  const processor = stripeProcessor({
    secretKey: settings.STRIPE_SECRET_KEY ?? simulatorKey,
    url:
      settings.PROVIDER_URL ??
      (settings.STRIPE_SECRET_KEY ? undefined : `http://127.0.0.1:${settings.PROVIDER_PORT}`),
  });
  return {
    env: settings,
    db,
    log,
    metrics: createMetrics(),
    desk: {
      db,
      processor,
      keys: { retentionHours: settings.KEY_RETENTION_HOURS, waitMs: settings.LOCK_TIMEOUT_MS },
      keepGoing,
    },
    close: async () => {
      await Promise.all(background);
      await db.close();
    },
  };
}

const shared = globalThis as typeof globalThis & { paidOnceRuntime?: Runtime };

/** The runtime of this process. */
export function getRuntime(): Runtime {
  shared.paidOnceRuntime ??= createRuntime(env(), "app");
  return shared.paidOnceRuntime;
}
