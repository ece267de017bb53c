// Is the process up, can it serve, and what has it done: for supervisors and dashboards.
import { Hono } from "hono";
import { pendingMigrations } from "../../db/migrate.ts";
import type { Runtime } from "../runtime.ts";
import type { ApiEnv } from "./api.ts";

const providerTimeoutMs = 1_500;

export function probeRoutes(runtime: Runtime): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>();
  app.get("/health", (c) => c.json({ status: "up" }));
  app.get("/ready", async (c) => {
    const parts = await readiness(runtime);
    const ready = Object.values(parts).every((part) => part === "ready");
    if (!ready) c.header("Retry-After", "1");
    return c.json({ status: ready ? "ready" : "not ready", ...parts }, ready ? 200 : 503);
  });
  app.get("/metrics", async (c) => {
    c.header("Content-Type", runtime.metrics.registry.contentType);
    return c.body(await runtime.metrics.registry.metrics());
  });
  return app;
}

async function readiness({ db, desk }: Runtime) {
  const pending = pendingMigrations((text) => db.sql.unsafe<{ count: number }[]>(text)).then(
    (count) => (count === 0 ? "ready" : `${count} migrations are missing`),
    () => "no answer",
  );
  const provider = desk.processor
    .isReachable(providerTimeoutMs)
    .then((reachable) => (reachable ? "ready" : "no answer"));
  const migrations = await pending;
  return {
    database: migrations === "no answer" ? "no answer" : "ready",
    migrations: migrations === "no answer" ? "unknown" : migrations,
    provider: await provider,
  };
}
