import { parseKey } from "../idempotency/index.ts";
import { shortHash } from "../log.ts";
import type { RequestContext } from "./request-context.ts";

/**
 * The key of this request.
 * @throws KeyError `key-missing`, `key-malformed`
 */
export function keyOf(context: RequestContext): string {
  const key = parseKey(context.headers.get("idempotency-key"));
  context.line.keyHash = shortHash(key);
  return key;
}
