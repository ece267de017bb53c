// The shop behind PgBouncer in transaction mode, with fewer server connections than clients. Runs where the program
// `pgbouncer` is installed; elsewhere it says that it was skipped.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, chownSync, mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { v7 as uuidV7 } from "uuid";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { placeOrder } from "../server/orders/place-order.ts";
import { connectDb, type Db } from "./client.ts";
import { makeShopper, orderInput } from "./testing/factories.ts";
import { factsOf, oneOrderPlaced } from "./testing/facts.ts";
import { createTestDatabase } from "./testing/test-database.ts";

const { url, db } = await createTestDatabase();
const policy = { retentionHours: 24, waitMs: 3_000 };
const program = findProgram();

function findProgram(): string | undefined {
  for (const folder of [...(process.env.PATH ?? "").split(":"), "/usr/sbin"]) {
    const file = path.join(folder, "pgbouncer");
    try {
      execFileSync(file, ["--version"], { stdio: "ignore" });
      return file;
    } catch {}
  }
  process.stderr.write("Skipped: PgBouncer is not installed (Debian: apt-get install pgbouncer).\n");
  return undefined;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}

/** Two server connections for everybody. */
async function startPooler(bin: string): Promise<{ child: ChildProcess; pooledUrl: string }> {
  const server = new URL(url);
  const port = await freePort();
  const folder = mkdtempSync(path.join(tmpdir(), "pooler-"));
  const file = path.join(folder, "pgbouncer.ini");
  const name = server.pathname.slice(1);
  const target = `host=${server.hostname} port=${server.port} user=${server.username}${server.password && ` password=${server.password}`}`;
  writeFileSync(
    file,
    `[databases]\n${name} = ${target}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\nauth_type = any\n` +
      "pool_mode = transaction\ndefault_pool_size = 2\nmax_client_conn = 200\nunix_socket_dir =\n" +
      "ignore_startup_parameters = extra_float_digits\n",
  );
  const asRoot = process.getuid?.() === 0;
  if (asRoot) {
    // It refuses to run as root and needs to read its file.
    const owner = Number(execFileSync("id", ["-u", "postgres"]).toString());
    for (const entry of [folder, file]) chownSync(entry, owner, -1);
    chmodSync(folder, 0o700);
  }
  const child = spawn(bin, [...(asRoot ? ["-u", "postgres"] : []), file], { stdio: "ignore" });
  server.host = `127.0.0.1:${port}`;
  server.search = "?pgbouncer=true";
  return { child, pooledUrl: server.href };
}

describe.runIf(program)("behind PgBouncer in transaction mode", () => {
  let pooler: ChildProcess;
  let pooled: Db;
  beforeAll(async () => {
    const started = await startPooler(program ?? "");
    pooler = started.child;
    pooled = connectDb({ url: started.pooledUrl, poolMax: 8, lockTimeoutMs: 3_000 });
    await vi.waitFor(() => pooled.sql`select 1`.execute(), { timeout: 10_000, interval: 50 });
  });
  afterAll(async () => {
    await pooled?.close();
    pooler?.kill("SIGTERM");
  });

  const place = (shopper: Awaited<ReturnType<typeof makeShopper>>, key: string) =>
    placeOrder(
      pooled,
      { accountId: shopper.accountId, key, input: orderInput(shopper.cart), awaitsPayment: false },
      policy,
    );

  it("places twenty orders at once through two connections, and replays each", async () => {
    const shoppers = await Promise.all(Array.from({ length: 20 }, () => makeShopper(pooled)));
    const keys = shoppers.map(() => uuidV7());
    const first = await Promise.all(shoppers.map((shopper, n) => place(shopper, keys[n] ?? "")));
    const second = await Promise.all(shoppers.map((shopper, n) => place(shopper, keys[n] ?? "")));
    for (const { accountId } of shoppers) expect(await factsOf(db, accountId)).toMatchObject(oneOrderPlaced);
    expect(new Set(first.map(({ kind }) => kind))).toEqual(new Set(["performed"]));
    expect(new Set(second.map(({ kind }) => kind))).toEqual(new Set(["replayed"]));
  });

  it("makes one order from thirty tries of one key", async () => {
    const shopper = await makeShopper(pooled);
    const key = uuidV7();
    const answers = await Promise.all(Array.from({ length: 30 }, () => place(shopper, key)));
    expect(await factsOf(db, shopper.accountId)).toMatchObject(oneOrderPlaced);
    expect(new Set(answers.map(({ answer }) => Buffer.from(answer.body).toString())).size).toBe(1);
  });

  it("leaves no limit behind on a connection that the next client gets", async () => {
    const before = await pooled.sql`show lock_timeout`;
    await place(await makeShopper(pooled), uuidV7());
    await pooled.inTransaction(async (tx) => void (await tx.execute("select 1")), { lockTimeoutMs: 77 });
    for (let n = 0; n < 6; n++) expect(await pooled.sql`show lock_timeout`).toEqual(before);
  });
});
