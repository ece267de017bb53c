// One shop for all stories of a run: a database of its own, simulator, app (the production build) and worker, on free
// ports of the loopback interface. Stories don't meet, because each browser context is an account of its own.
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createWriteStream, mkdirSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { databaseUrl, ensureDatabase, startEmbedded } from "../db/embedded.ts";

const root = path.join(import.meta.dirname, "..");
const folder = path.join(root, ".test", "stories");
const readyMs = 60_000;

export default async function setup(): Promise<() => Promise<void>> {
  mkdirSync(folder, { recursive: true });
  const server = await startServer();
  const run = `stories_${Date.now().toString(36)}_${randomBytes(3).toString("hex")}`;
  await ensureDatabase(server.url, `${run}_shop`);
  await ensureDatabase(server.url, `${run}_provider`);
  const [appPort, providerPort] = [await freePort(), await freePort()];
  const settings = {
    NODE_ENV: "production",
    LAB: "on",
    PORT: String(appPort),
    PROVIDER_PORT: String(providerPort),
    DATABASE_URL: databaseUrl(server.url, `${run}_shop`),
    PROVIDER_DATABASE_URL: databaseUrl(server.url, `${run}_provider`),
    PROVIDER_DELAY_MS: "30",
    // The shop takes webhooks from the next chapter on.
    PROVIDER_WEBHOOK_URL: "off",
    DATA_DIR: folder,
  };
  await finished(start("prepare", settings, "server/prepare.ts"), "prepare");
  const children = [
    start("provider", settings, "server/provider-simulator/main.ts"),
    start("app", settings, "server/main.ts"),
    start("worker", settings, "server/jobs/worker.ts"),
  ];
  const baseUrl = `http://127.0.0.1:${appPort}`;
  await ready(`${baseUrl}/api/ready`);
  Object.assign(process.env, {
    STORIES_BASE_URL: baseUrl,
    STORIES_PROVIDER_URL: `http://127.0.0.1:${providerPort}`,
    STORIES_DATABASE_URL: settings.DATABASE_URL,
  });
  return async () => {
    await Promise.all(children.map(stop));
    await server.stop();
  };
}

async function startServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const given = process.env.TEST_SERVER_URL;
  if (given) return { url: given, stop: async () => {} };
  return startEmbedded({ dataDir: path.join(root, ".test", "postgres"), say: () => {} });
}

function start(name: string, settings: Record<string, string>, file: string): ChildProcess {
  const log = createWriteStream(path.join(folder, `${name}.log`));
  const child = spawn(process.execPath, ["--import", "tsx", file], {
    cwd: root,
    env: { ...process.env, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stdout?.pipe(log, { end: false });
  child.stderr?.pipe(log, { end: false });
  return child;
}

function finished(child: ChildProcess, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`${name} ended with ${code}; see ${folder}/${name}.log`)),
    );
  });
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) return resolve();
    const late = setTimeout(() => child.kill("SIGKILL"), 8_000);
    child.once("exit", () => {
      clearTimeout(late);
      resolve();
    });
    child.kill("SIGTERM");
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

async function ready(url: string): Promise<void> {
  const deadline = Date.now() + readyMs;
  while (Date.now() < deadline) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`the shop was not ready within ${readyMs / 1000} s; see ${folder}/app.log`);
}
