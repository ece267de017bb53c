// Signing in with a key (the operator's way to the desk) and signing out. Both change the cookie, and the old one is dead.
import { Hono } from "hono";
import { findCallerByApiKey } from "../../accounts/authenticate.ts";
import { endSession, startSession } from "../../accounts/sessions.ts";
import type { Runtime } from "../../runtime.ts";
import type { ApiEnv } from "../api.ts";
import { cameByHttps, readSessionCookie, sessionCookie } from "../cookies.ts";
import { readForm, safeBack } from "./read-form.ts";
import { seeOther } from "./see-other.ts";

export function sessionForms({ db }: Runtime): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>();
  app.post("/session", async (c) => {
    const { headers, line } = c.get("context");
    line.operation = "session.start";
    const { key = "", back } = await readForm(c);
    const caller = await findCallerByApiKey(db, key.trim());
    if (!caller) return seeOther(c, "/sign-in?problem=unauthenticated");
    const old = readSessionCookie(headers);
    if (old) await endSession(db, old);
    c.header("Set-Cookie", sessionCookie(await startSession(db, caller.accountId), cameByHttps(headers)));
    return seeOther(c, safeBack(back));
  });
  app.post("/session/end", async (c) => {
    const { headers, line } = c.get("context");
    line.operation = "session.end";
    const token = readSessionCookie(headers);
    if (token) await endSession(db, token);
    c.header("Set-Cookie", sessionCookie("", cameByHttps(headers)));
    return seeOther(c, "/");
  });
  return app;
}
