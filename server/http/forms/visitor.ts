// The first write makes the account. Only forms do this: a program brings a key, and reading never creates anything.
import type { Context } from "hono";
import { openAccount } from "../../accounts/open-account.ts";
import { startSession } from "../../accounts/sessions.ts";
import type { Caller } from "../../domain/caller.ts";
import type { ApiEnv } from "../api.ts";
import { cameByHttps, sessionCookie } from "../cookies.ts";

/** Who posts this form; a visitor without an account gets one, and its cookie with the answer. */
export async function callerOrNewVisitor(c: Context<ApiEnv>): Promise<Caller> {
  const context = c.get("context");
  if (context.caller) return context.caller;
  const { db } = context.runtime;
  const caller = await openAccount(db, "shopper", "Visitor");
  c.header(
    "Set-Cookie",
    sessionCookie(await startSession(db, caller.accountId), cameByHttps(context.headers)),
  );
  return caller;
}
