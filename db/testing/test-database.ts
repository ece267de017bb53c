// One database for each test file: a clone of a migrated, seeded template, so files run in parallel and never share rows.
// The template is named after the hash of everything that shapes it; whoever comes first builds it.
import { createHash, randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { afterAll, inject } from "vitest";
import { ensurePartitions } from "../../server/idempotency/index.ts";
import { connectDb, type Db } from "../client.ts";
import { databaseUrl } from "../embedded.ts";
import { migrateDatabase } from "../migrate.ts";
import { seedProducts } from "../seed.ts";
import { hasFailed } from "./empty-database.ts";

export type TestDatabase = {
  readonly url: string;
  readonly db: Db;
  /** Another pool on the same database, for a second "server". Closed with the file. */
  connect(options?: { poolMax?: number; lockTimeoutMs?: number }): Db;
};

const settings = { poolMax: 8, lockTimeoutMs: 3_000, applicationName: "paid-once test" };

/** Clones the template for this test file and drops the clone when the file has passed; a failed file keeps it. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = inject("serverUrl");
  const name = `test_${Date.now().toString(36)}_${randomBytes(4).toString("hex")}`;
  await withServer(serverUrl, async (server) => {
    const template = await ensureTemplate(server, serverUrl);
    await server.query(`create database ${name} template ${template}`);
  });
  const url = databaseUrl(serverUrl, name);
  const opened: Db[] = [];
  const connect: TestDatabase["connect"] = (options) => {
    const db = connectDb({ ...settings, ...options, url });
    opened.push(db);
    return db;
  };
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures a hook wants: none
  afterAll(async ({}, suite) => {
    await Promise.all(opened.map((db) => db.close()));
    if (suite.tasks.some(hasFailed))
      process.stderr.write(`The rows of this failed file are kept in the database ${name}.\n`);
    else
      await withServer(serverUrl, (server) => server.query(`drop database if exists ${name} with (force)`));
  });
  return { url, db: connect(), connect };
}

async function withServer<T>(url: string, work: (server: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function ensureTemplate(server: pg.Client, serverUrl: string): Promise<string> {
  const name = `template_${shapeHash()}`;
  // Files start together: the first to get the lock builds, the others find it built.
  await server.query("select pg_advisory_lock(hashtext($1))", [name]);
  try {
    const known = await server.query("select from pg_database where datname = $1", [name]);
    if (known.rowCount) return name;
    const draft = `${name}_draft`;
    await server.query(`drop database if exists ${draft} with (force)`);
    await server.query(`create database ${draft}`);
    const url = databaseUrl(serverUrl, draft);
    await migrateDatabase(url);
    const db = connectDb({ ...settings, url });
    await seedProducts(db);
    await ensurePartitions(db.auto, { retentionHours: 24 });
    await db.close();
    await server.query(`alter database ${draft} rename to ${name}`);
    return name;
  } finally {
    await server.query("select pg_advisory_unlock(hashtext($1))", [name]);
  }
}

/** Changes with every migration, function, seed and UTC day (partitions are made for days). */
function shapeHash(): string {
  const root = path.join(import.meta.dirname, "..");
  const hash = createHash("sha256").update(new Date().toISOString().slice(0, 10));
  for (const folder of ["migrations", "functions"]) {
    for (const file of readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" }).sort()) {
      if (file.endsWith(".sql")) hash.update(file).update(readFileSync(path.join(root, folder, file)));
    }
  }
  return hash
    .update(readFileSync(path.join(root, "seed.ts")))
    .digest("hex")
    .slice(0, 12);
}
