// A visitor becomes an account on the first write, never on a read.
import { v7 as uuidV7 } from "uuid";
import type { Db } from "../../db/client.ts";
import { accounts } from "../../db/schema/accounts.ts";
import type { Caller } from "../domain/caller.ts";

/** A fresh account that owns nothing yet. */
export async function openAccount(db: Db, role: Caller["role"], name: string): Promise<Caller> {
  const accountId = uuidV7();
  await db.auto.insert(accounts).values({ id: accountId, role, name });
  return { accountId, role };
}
