// What a request means, as 32 bytes. The same key with another meaning is refused, so the fingerprint holds what the
// caller decided (operation, path, precondition, validated input) and nothing that honest retries change (user agent,
// trace ids, form tokens).
import { createHash } from "node:crypto";
import canonicalize from "canonicalize";

export type Meaning = {
  /** The domain verb, `orders.place`; never the transport. */
  readonly operation: string;
  /** Path parameters, when the operation has some. */
  readonly path?: Readonly<Record<string, string>>;
  readonly ifMatch?: string | null;
  /** The input after validation. Numbers beyond 2^53 or not finite must have been refused before. */
  readonly input: unknown;
};

/**
 * SHA-256 over canonical JSON (RFC 8785): member order, white space and the spelling of numbers do not matter; array
 * order, types and absent versus null do.
 * @throws TypeError for a value JSON cannot say
 */
export function fingerprintOf(meaning: Meaning): Uint8Array {
  const canonical = canonicalize({
    operation: meaning.operation,
    path: meaning.path ?? {},
    ifMatch: meaning.ifMatch ?? null,
    input: meaning.input,
  });
  if (canonical === undefined) throw new TypeError("only JSON values have a fingerprint");
  return createHash("sha256").update(canonical).digest();
}
