// Brings a database to the schema of this build. Safe when several processes start at once (one migrates, the others wait
// their turn), and safe to run again: migrations are applied once, functions only when their text changed.
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";

const here = import.meta.dirname;
// Any number will do, as long as every starter of this product takes the same one.
const migrationLock = 7_240_011;

/**
 * @param url a role that may create tables
 * @throws the database's own error; nothing is half applied, each migration run is one transaction
 */
export async function migrateDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: "paid-once migrate" });
  await client.connect();
  try {
    // One pinned connection, so the session lock is released with it, whatever happens.
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    await client.query("set client_min_messages = warning");
    await migrate(drizzle({ client }), { migrationsFolder: path.join(here, "migrations") });
    await applyFunctions(client);
  } finally {
    await client.end();
  }
}

/** Functions are not migrations: each lives in one file, and the file is what the database runs. */
async function applyFunctions(client: pg.Client): Promise<void> {
  const folder = path.join(here, "functions");
  for (const file of (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort()) {
    const name = path.basename(file, ".sql");
    const source = await readFile(path.join(folder, file), "utf8");
    const hash = createHash("sha256").update(source).digest("hex");
    const { rows } = await client.query<{ signature: string; hash: string | null }>(
      `select p.oid::regprocedure::text as signature, obj_description(p.oid) as hash
         from pg_proc p where p.proname = $1 and p.pronamespace = 'public'::regnamespace`,
      [name],
    );
    if (rows.length === 1 && rows[0]?.hash === hash) continue;
    // One simple query is one transaction: callers see the old function or the new one.
    const drops = rows.map((row) => `drop function ${row.signature};`);
    await client.query([...drops, source, `comment on function ${name} is '${hash}';`].join("\n"));
  }
}

/** How many migrations this build has and the database has not: 0 means ready. */
export async function pendingMigrations(
  query: (text: string) => Promise<{ count: number }[]>,
): Promise<number> {
  const files = (await readdir(path.join(here, "migrations"))).filter((name) => name.endsWith(".sql"));
  const [applied] = await query("select count(*)::int as count from drizzle.__drizzle_migrations");
  return files.length - (applied?.count ?? 0);
}
