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

export type PostgresFields = {
  /** The SQLSTATE. */
  readonly code: string;
  readonly table?: string | undefined;
  readonly constraint?: string | undefined;
};

/** What PostgreSQL said, anywhere in a chain of causes: Drizzle wraps the driver's error, and drivers name fields apart. */
export function postgresFieldsOf(error: unknown): PostgresFields | undefined {
  for (let seen = error, depth = 0; seen instanceof Error && depth < 10; seen = seen.cause, depth++) {
    const fields = seen as Error & Record<string, string | undefined>;
    if ("severity" in fields && typeof fields.code === "string") {
      return {
        code: fields.code,
        table: fields.table ?? fields.table_name,
        constraint: fields.constraint ?? fields.constraint_name,
      };
    }
  }
  return undefined;
}

/** The SQLSTATE of an error, if the database spoke. */
export function sqlStateOf(error: unknown): string | undefined {
  return postgresFieldsOf(error)?.code;
}
