// Starts a simulator that listens: database, tables, API, webhook sender. What main runs, and what tests run.
import { once } from "node:events";
import type { Server } from "node:http";
import { createAdaptorServer } from "@hono/node-server";
import type { Logger } from "pino";
import { createSimulator } from "./app.ts";
import { openDatabase } from "./database.ts";
import type { Settings } from "./settings.ts";
import { unholdAll } from "./webhook-deliveries.ts";

export type RunningSimulator = { url: string; port: number; stop(): Promise<void> };

/** Requests under way get this long to finish when the process stops; together with the rest under 5 s. */
const graceMs = 2_000;

/** @param settings port 0 takes any free port */
export async function startSimulator(settings: Settings, log: Logger): Promise<RunningSimulator> {
  const sql = await openDatabase(settings.databaseUrl);
  // The modes that held webhooks back ended with the process that knew them.
  await unholdAll(sql);
  const simulator = createSimulator({ sql, settings, log });
  const server = createAdaptorServer({
    fetch: (request, bindings) =>
      simulator.fetch(request, "incoming" in bindings ? (bindings as object) : {}),
    overrideGlobalObjects: false,
  }) as Server;

  async function stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    await simulator.stop();
    server.closeIdleConnections();
    const force = setTimeout(() => server.closeAllConnections(), graceMs);
    await closed;
    clearTimeout(force);
    await sql.end({ timeout: 1 });
  }

  try {
    server.listen(settings.port, settings.host);
    await once(server, "listening");
  } catch (error) {
    await simulator.stop();
    await sql.end({ timeout: 1 });
    throw error;
  }
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : settings.port;
  return { url: `http://${settings.host}:${port}`, port, stop };
}
