// The procedures without HTTP, for server-rendered pages. A page only reads, so no origin is checked here.
import { randomUUID } from "node:crypto";
import { findCallerBySession } from "../accounts/authenticate.ts";
import { readSessionCookie } from "../http/cookies.ts";
import { getRuntime } from "../runtime.ts";
import { createCaller } from "./root.ts";

/** @param headers of the page's request */
export async function callerFor(headers: Headers) {
  const runtime = getRuntime();
  const token = readSessionCookie(headers);
  const caller = token ? await findCallerBySession(runtime.db, token) : undefined;
  return createCaller({
    request: { runtime, requestId: randomUUID(), headers, caller, line: { operation: "page" } },
    mutations: 0,
    responseHeaders: new Headers(),
  });
}
