// What the key layer refuses, by name. Whoever speaks HTTP maps the names to status numbers (400, 409, 422).

export type KeyProblem = "key-missing" | "key-malformed" | "key-in-flight" | "key-reused" | "key-expired";

const sentences: Record<KeyProblem, string> = {
  "key-missing": "This operation needs an Idempotency-Key.",
  "key-malformed": "The Idempotency-Key cannot be read.",
  "key-in-flight": "The first try with this key is still running.",
  "key-reused": "This key was already used for a different request.",
  "key-expired": "This key is older than the time we remember keys for.",
};

/** A request that the key layer refuses before it has any effect. Never stored. */
export class KeyError extends Error {
  override readonly name = "KeyError";
  readonly code: KeyProblem;
  /** For `key-in-flight`: whole seconds until asking again makes sense (RFC 9110, section 10.2.3). */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: KeyProblem, options: ErrorOptions & { retryAfterSeconds?: number } = {}) {
    super(sentences[code], options);
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** The SQLSTATE anywhere in a chain of causes: Drizzle wraps the driver's error, so the outer `code` is undefined. */
export function sqlStateOf(error: unknown): string | undefined {
  for (let seen = error, depth = 0; seen instanceof Error && depth < 10; seen = seen.cause, depth++) {
    if ("severity" in seen && "code" in seen && typeof seen.code === "string") return seen.code;
  }
  return undefined;
}
