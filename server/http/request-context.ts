// What one request knows: who asks, under which id, and what its log line will say.
import { findCallerByApiKey, findCallerBySession } from "../accounts/authenticate.ts";
import type { Caller } from "../domain/caller.ts";
import { DomainError } from "../domain/errors.ts";
import type { Runtime } from "../runtime.ts";
import { readSessionCookie } from "./cookies.ts";
import { refuseCrossSite } from "./same-origin.ts";

export type RequestContext = {
  readonly runtime: Runtime;
  readonly requestId: string;
  readonly headers: Headers;
  /** Undefined for a visitor who has no account yet. */
  readonly caller: Caller | undefined;
  /** Filled in on the way, for the one log line at the end. */
  readonly line: { operation: string; keyHash?: string; outcome?: string; replayed?: boolean };
};

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Finds out who asks. A bearer key needs no cookie and no origin; without one, a write must come from our own pages.
 * @throws DomainError `unauthenticated` for a key that is not ours, `forbidden` for a cross-site write
 */
export async function contextOf(
  runtime: Runtime,
  request: Request,
  requestId: string,
): Promise<RequestContext> {
  const { headers, method } = request;
  const authorization = headers.get("authorization");
  const base = { runtime, requestId, headers, line: { operation: "unknown" } };
  if (authorization !== null) {
    const apiKey = /^Bearer ([\w-]{1,200})$/i.exec(authorization)?.[1];
    const caller = apiKey && (await findCallerByApiKey(runtime.db, apiKey));
    if (!caller) throw new DomainError("unauthenticated");
    return { ...base, caller };
  }
  if (!safeMethods.has(method)) refuseCrossSite(headers);
  const token = readSessionCookie(headers);
  return { ...base, caller: token ? await findCallerBySession(runtime.db, token) : undefined };
}

/** @throws DomainError `unauthenticated` */
export function requireCaller(context: RequestContext): Caller {
  if (!context.caller) throw new DomainError("unauthenticated");
  return context.caller;
}
