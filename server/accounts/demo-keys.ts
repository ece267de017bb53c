// One shopper key and one operator key for whoever has just cloned the project. They live in a file only its owner can
// read; a second start finds them again.
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import type { Db } from "../../db/client.ts";
import { issueApiKey } from "./api-keys.ts";
import { findCallerByApiKey } from "./authenticate.ts";
import { openAccount } from "./open-account.ts";

const fileSchema = z.object({ shopper: z.string(), operator: z.string() });
export type DemoKeys = z.infer<typeof fileSchema>;

/** @returns keys that work on this database; made anew when the file is missing or belongs to another database */
export async function ensureDemoKeys(db: Db, dataDir: string): Promise<DemoKeys> {
  const file = path.join(dataDir, "demo-keys.json");
  const known = await readKeys(file);
  if (known && (await bothWork(db, known))) return known;
  const keys = { shopper: await newKey(db, "shopper"), operator: await newKey(db, "operator") };
  await mkdir(dataDir, { recursive: true });
  await writeFile(`${file}.new`, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return keys;
}

/** A new account with one key. */
export async function newKey(db: Db, role: "shopper" | "operator"): Promise<string> {
  const { accountId } = await openAccount(db, role, role === "operator" ? "Demo operator" : "Demo shopper");
  return issueApiKey(db, accountId);
}

async function readKeys(file: string): Promise<DemoKeys | undefined> {
  const text = await readFile(file, "utf8").catch(() => "null");
  try {
    return fileSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined; // half a file is no file
  }
}

async function bothWork(db: Db, keys: DemoKeys): Promise<boolean> {
  const shopper = await findCallerByApiKey(db, keys.shopper);
  const operator = await findCallerByApiKey(db, keys.operator);
  return shopper?.role === "shopper" && operator?.role === "operator";
}
