// `npm run keys -- new --role shopper`: another account with its key, printed once.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { connectDb } from "../../db/client.ts";
import { envWith } from "../env.ts";
import { newKey } from "./demo-keys.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { role: { type: "string", default: "shopper" } },
});

const usage = "Usage: npm run keys -- new --role shopper|operator";

async function main(): Promise<void> {
  const { role } = values;
  if (positionals[0] !== "new" || (role !== "shopper" && role !== "operator")) throw new Error(usage);
  const db = connectDb({ url: await databaseUrl(), poolMax: 1, lockTimeoutMs: 3_000 });
  try {
    console.log(await newKey(db, role));
  } finally {
    await db.close();
  }
}

const unset = "postgresql://unset";

/** DATABASE_URL, or the embedded server that `npm start` left running. */
async function databaseUrl(): Promise<string> {
  const { DATABASE_URL, DATA_DIR } = envWith({ DATABASE_URL: unset });
  if (DATABASE_URL !== unset) return DATABASE_URL;
  const text = await readFile(path.join(DATA_DIR, "database-url"), "utf8").catch(() => {
    throw new Error("No database is running. Start the shop first: npm start");
  });
  return text.trim();
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
