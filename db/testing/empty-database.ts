import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { inject, type RunnerTask, TestRunner } from "vitest";
import { databaseUrl } from "../embedded.ts";

export type EmptyDatabase = {
  url: string;
  /** For `afterAll`. Keeps a database whose file has failed, and prints its name. */
  drop(): Promise<void>;
};

/** Whether a test, or any in a group, has failed. */
export function hasFailed(task: RunnerTask): boolean {
  return task.result?.state === "fail" || ("tasks" in task && task.tasks.some(hasFailed));
}

async function onServer<T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(inject("serverUrl"), { max: 1, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** Removes what failed or killed runs left behind, a day later; nothing that is in use, and nothing named otherwise. */
async function removeOld(sql: postgres.Sql): Promise<void> {
  // PostgreSQL keeps no birthday of a database, but writes this file once, when it makes one.
  const old = await sql<{ name: string }[]>`
    select datname as name from pg_database d
     where datname ~ '^(empty|keys|stories|test|template)_[0-9a-z_]+$'
       and (pg_stat_file('base/' || d.oid || '/PG_VERSION', true)).modification < now() - interval '1 day'`;
  for (const { name } of old) {
    // Somebody is connected to it, or another file of this run is removing it: then it is not ours to remove.
    await sql`drop database if exists ${sql(name)}`.catch(() => {});
  }
}

/** A database with nothing in it, for the test file that asks. Call it in a hook or a test. */
export async function createEmptyDatabase(): Promise<EmptyDatabase> {
  const { file } = TestRunner.getCurrentSuite();
  const name = `empty_${Date.now().toString(36)}_${randomBytes(4).toString("hex")}`;
  await onServer(async (sql) => {
    await removeOld(sql);
    await sql`create database ${sql(name)}`;
  });
  const drop = async () => {
    if (file?.tasks.some(hasFailed))
      process.stderr.write(`The rows of this failed file are kept in the database ${name}.\n`);
    else await onServer((sql) => sql`drop database if exists ${sql(name)} with (force)`);
  };
  return { url: databaseUrl(inject("serverUrl"), name), drop };
}
