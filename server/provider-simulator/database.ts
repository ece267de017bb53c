// Connections. Everything the simulator does to its database is one statement at a time, so no transaction is ever
// open across an await: a killed process or a dead connection leaves all of a charge or nothing of it.
import postgres from "postgres";
import { schemaSql } from "./schema.ts";

export type Sql = postgres.Sql<{ int8: number }>;

/** Opens the database, making it and its tables first if they are missing. Safe when two processes start at once. */
export async function openDatabase(url: string): Promise<Sql> {
  await createIfMissing(url);
  const sql = connect(url, 8);
  await sql.unsafe(schemaSql).simple();
  return sql;
}

async function createIfMissing(url: string): Promise<void> {
  const name = decodeURIComponent(new URL(url).pathname.slice(1));
  const probe = connect(url, 1);
  try {
    await probe`select 1`;
    return;
  } catch (error) {
    // 3D000: the database does not exist. Anything else is not ours to repair.
    if (codeOf(error) !== "3D000") throw error;
  } finally {
    await probe.end({ timeout: 1 });
  }
  const maintenance = new URL(url);
  maintenance.pathname = "/postgres";
  const sql = connect(maintenance.href, 1);
  try {
    await sql`create database ${sql(name)}`;
  } catch (error) {
    // 42P04 and 23505: another process made it a moment ago, which is as good.
    if (!["42P04", "23505"].includes(codeOf(error) ?? "")) throw error;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

function connect(url: string, max: number): Sql {
  // `max_pipeline: 0` (absent from the published types): otherwise a statement that waits for a lock holds up
  // strangers queued behind it on the same connection.
  const options: postgres.Options<{ int8: postgres.PostgresType<number> }> & { max_pipeline: number } = {
    max,
    // Amounts, seconds and sequence numbers are bigint, and all far below 2^53.
    types: { int8: { to: 20, from: [20], parse: Number, serialize: String } },
    max_pipeline: 0,
    // Not asked of every new connection: one that dies meanwhile would end the process (a rejection that nobody can
    // catch). It means that lists go to the database as JSON, not as arrays.
    fetch_types: false,
    // Seconds before a lost connection is made again. The default grows to 20, far beyond a client's patience.
    backoff: () => 0.05,
    onnotice: () => {},
    connection: { application_name: "provider-simulator", lock_timeout: 5000, statement_timeout: 10_000 },
  };
  return postgres(url, options);
}

/** SQLSTATE of a database error, or the system's code of a connection error. */
export function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}

/** The name of the constraint that refused a row, if one did. */
export function constraintOf(error: unknown): string | undefined {
  const name = error instanceof Error && "constraint_name" in error ? error.constraint_name : undefined;
  return typeof name === "string" ? name : undefined;
}
