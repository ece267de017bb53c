import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import postgres from "postgres";
import { afterAll, afterEach, expect, test } from "vitest";
import { databaseUrl, dropEmbedded, type Embedded, ensureDatabase, startEmbedded } from "./embedded.ts";

// Spaces, and a parent that only its owner may enter: what a clone in somebody's private folder looks like.
const home = mkdtempSync(path.join(tmpdir(), "paid once "));
const dataDir = path.join(home, "data of a shop", "postgres");
const started: ChildProcess[] = [];
const said: string[] = [];

afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
});

afterAll(async () => {
  await dropEmbedded({ dataDir, say });
  rmSync(home, { recursive: true, force: true });
});

const say = (sentence: string) => said.push(sentence);
const start = () => startEmbedded({ dataDir, say });
const postmasterPid = () => Number.parseInt(readFileSync(path.join(dataDir, "postmaster.pid"), "utf8"), 10);

async function ask<T>(url: string, question: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await question(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

const write = (server: Embedded, text: string) =>
  ask(server.url, async (sql) => {
    await sql`create table if not exists notes (text text)`;
    await sql`insert into notes ${sql({ text })}`;
  });
const read = (server: Embedded) => ask(server.url, (sql) => sql`select text from notes`.values());

/** A supervisor of its own process that starts the server and then waits to be killed. */
async function startSupervisor(): Promise<ChildProcess> {
  const code = `import(${JSON.stringify(path.join(import.meta.dirname, "embedded.ts"))})
    .then(({ startEmbedded }) => startEmbedded({ dataDir: process.argv[1], say() {} }))
    .then(() => console.log("up"));
  setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--import", "tsx", "-e", code, dataDir], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  started.push(child);
  await new Promise((resolve) => child.stdout?.once("data", resolve));
  return child;
}

test("a server starts with durable settings and a password, on loopback only", async () => {
  const server = await start();
  const [settings] = await ask(
    server.url,
    (sql) => sql`select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
      current_setting('listen_addresses') as address, current_setting('TimeZone') as zone, upper('é') as upper`,
  );
  expect(settings).toEqual({ fsync: "on", commit: "on", address: "127.0.0.1", zone: "UTC", upper: "É" });
  expect(statSync(`${dataDir}.password`).mode & 0o777).toBe(0o600);
  const wrong = server.url.replace(/:[^:@]+@/, ":wrong@");
  await expect(ask(wrong, (sql) => sql`select 1`)).rejects.toMatchObject({ code: "28P01" });
  await server.stop();
  expect(server.isRunning()).toBe(false);
});

test("a supervisor is killed, and the next one goes on with the same server", async () => {
  const supervisor = await startSupervisor();
  const pid = postmasterPid();
  supervisor.kill("SIGKILL");
  await new Promise((resolve) => supervisor.once("exit", resolve));
  const server = await start();
  expect(server.adopted).toBe(true);
  expect(postmasterPid()).toBe(pid);
  await server.stop();
  expect(server.isRunning()).toBe(false);
});

test("a server that somebody else still uses is left running by the first to stop", async () => {
  const [first, second] = await Promise.all([start(), start()]);
  expect(second.url).toBe(first.url);
  await first.stop();
  expect(second.isRunning()).toBe(true);
  await second.stop();
  expect(second.isRunning()).toBe(false);
});

test("the postmaster is killed in the middle of a query, and the next start has every committed row", async () => {
  const server = await start();
  await write(server, "before the kill");
  // Busy without ever looking up: this is the process that outlives its postmaster and blocks the next start.
  const busy = ask(server.url, (sql) => sql`select count(*) from generate_series(1, 2000000000)`);
  const ended = expect(busy).rejects.toThrow();
  await expect
    .poll(() =>
      ask(server.url, (sql) => sql`select from pg_stat_activity where query like '%generate_series%'`),
    )
    .toHaveLength(2);
  process.kill(postmasterPid(), "SIGKILL");
  const next = await start();
  await ended;
  expect(next.adopted).toBe(false);
  expect(next.port).toBe(server.port);
  expect(await read(next)).toContainEqual(["before the kill"]);
  await next.stop();
}, 60_000);

test("a stranger took the port while the server was down, and the next start finds another", async () => {
  const first = await start();
  await write(first, "kept");
  await first.stop();
  const stranger = createServer();
  await new Promise<void>((resolve) => stranger.listen(first.port, "127.0.0.1", resolve));
  const second = await start();
  expect(second.port).not.toBe(first.port);
  expect(await read(second)).toContainEqual(["kept"]);
  await second.stop();
  stranger.close();
});

test("two databases live side by side, and making one twice at once makes one", async () => {
  const server = await start();
  await Promise.all(["paid_once", "provider", "paid_once"].map((name) => ensureDatabase(server.url, name)));
  const here = (name: string) =>
    ask(databaseUrl(server.url, name), (sql) => sql`select current_database() as name`);
  expect(await here("paid_once")).toEqual([{ name: "paid_once" }]);
  expect(await here("provider")).toEqual([{ name: "provider" }]);
  await server.stop();
});
