// A browser's session. Signing in always starts a new one, so a cookie planted before is worth nothing afterwards.
import { eq, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { sessions } from "../../db/schema/accounts.ts";
import { hashOfToken, mintToken } from "./tokens.ts";

/** How long a session lives, in seconds: as long as somebody may come back to look at an order. */
export const sessionSeconds = 30 * 86_400;

/** @returns the token for the cookie; only its hash is kept */
export async function startSession(db: Db, accountId: string): Promise<string> {
  const token = mintToken();
  await db.auto.insert(sessions).values({
    tokenHash: hashOfToken(token),
    accountId,
    expiresAt: sql`now() + make_interval(secs => ${sessionSeconds})`,
  });
  return token;
}

/** From now on the cookie opens nothing, in every process. */
export async function endSession(db: Db, token: string): Promise<void> {
  await db.auto.delete(sessions).where(eq(sessions.tokenHash, hashOfToken(token)));
}
