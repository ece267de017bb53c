// The headers of an answer, in one place.
import type { Context } from "hono";
import { DomainError } from "../../domain/errors.ts";
import { namesVersion, type Precondition, parsePrecondition, tagOf } from "../../domain/etag.ts";
import type { Outcome } from "../../idempotency/index.ts";
import type { ApiEnv } from "../api.ts";

/** A versioned entity with its tag; 304 when the caller has this version already (RFC 9110, section 13.1.2). */
export function entity(c: Context<ApiEnv>, value: { version: number }, status: 200 | 201 = 200): Response {
  const tag = tagOf(value.version);
  c.header("ETag", tag);
  const known = parsePrecondition(c.req.header("if-none-match"));
  const unchanged =
    known.kind === "any" || (known.kind === "tags" && namesVersion(known.tags, value.version));
  if (c.req.method === "GET" && unchanged) return c.body(null, 304);
  return c.json(value, status);
}

/** A stored answer, byte for byte; the only thing a replay adds is its marker. */
export function stored(c: Context<ApiEnv>, { kind, answer }: Outcome): Response {
  const { line } = c.get("context");
  line.replayed = kind === "replayed";
  line.outcome = `${answer.status} ${kind}`;
  const headers = new Headers({ "Content-Type": answer.contentType });
  if (answer.location) headers.set("Location", answer.location);
  if (answer.etag) headers.set("ETag", answer.etag);
  if (kind === "replayed") headers.set("Idempotent-Replay", "true");
  return new Response(Buffer.from(answer.body), { status: answer.status, headers });
}

/**
 * The caller's `If-Match`.
 * @throws DomainError `invalid-input` when it is there but cannot be read: never "malformed, so ignore and write"
 */
export function ifMatchOf(c: Context<ApiEnv>): Precondition {
  const precondition = parsePrecondition(c.req.header("if-match"));
  if (precondition.kind !== "malformed") return precondition;
  throw new DomainError("invalid-input", {
    errors: [{ path: "If-Match", message: 'must be a list of quoted tags such as "7", or *' }],
  });
}
