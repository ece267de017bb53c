import type { Db } from "../../db/client.ts";
import { apiKeys } from "../../db/schema/accounts.ts";
import { hashOfToken, mintToken } from "./tokens.ts";

/**
 * Makes an API key for an account.
 * @returns the key, to be shown once; only its hash is kept
 */
export async function issueApiKey(db: Db, accountId: string): Promise<string> {
  const key = `po_${mintToken()}`;
  await db.auto.insert(apiKeys).values({ keyHash: hashOfToken(key), accountId });
  return key;
}
