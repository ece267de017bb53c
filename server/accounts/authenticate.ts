// From a credential to a caller, in one read and no write: a session cookie or an API key, by its hash.
import type { Db } from "../../db/client.ts";
import type { Caller } from "../domain/caller.ts";
import { hashOfToken } from "./tokens.ts";

const byApiKey = `
  select a.id, a.role from api_keys k join accounts a on a.id = k.account_id
   where k.key_hash = $1 and k.revoked_at is null`;

const bySession = `
  select a.id, a.role from sessions s join accounts a on a.id = s.account_id
   where s.token_hash = $1 and s.expires_at > now()`;

// Anything longer was not made by us; hashing it would only be work for a stranger.
const credentialMax = 200;

async function find(db: Db, statement: string, credential: string): Promise<Caller | undefined> {
  if (credential.length > credentialMax) return undefined;
  const [row] = await db.prepared(statement, [hashOfToken(credential)]);
  return row && { accountId: row.id, role: row.role };
}

export function findCallerByApiKey(db: Db, apiKey: string): Promise<Caller | undefined> {
  return find(db, byApiKey, apiKey);
}

export function findCallerBySession(db: Db, token: string): Promise<Caller | undefined> {
  return find(db, bySession, token);
}
