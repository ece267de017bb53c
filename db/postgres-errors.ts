// Names for what PostgreSQL and its drivers throw. Drizzle wraps the driver's error in `cause`, so `error.code` alone
// is never enough: walk the chain, and match the constraint's name, not only the SQLSTATE.

export type PostgresError = {
  readonly code: string;
  readonly constraint: string | null;
  readonly detail: string | null;
};

const sqlStatePattern = /^[0-9A-Z]{5}$/;

/** The PostgreSQL error inside any chain of causes, or undefined when the database did not speak. */
export function postgresErrorOf(error: unknown): PostgresError | undefined {
  for (let seen = error, depth = 0; seen instanceof Error && depth < 10; seen = seen.cause, depth++) {
    const fields = seen as Error & Record<string, unknown>;
    if (typeof fields.code === "string" && sqlStatePattern.test(fields.code) && "severity" in fields) {
      const constraint = fields.constraint ?? fields.constraint_name; // pg and postgres.js differ here
      return {
        code: fields.code,
        constraint: typeof constraint === "string" ? constraint : null,
        detail: typeof fields.detail === "string" ? fields.detail : null,
      };
    }
  }
  return undefined;
}

/** Whether a named constraint refused the write (23505, 23514, 23503). */
export function violates(error: unknown, constraint: string): boolean {
  const found = postgresErrorOf(error);
  return found?.constraint === constraint && found.code.startsWith("23");
}

/** 40001 and 40P01: the whole transaction may simply be run again. */
export function isSerializationFailure(error: unknown): boolean {
  const code = postgresErrorOf(error)?.code;
  return code === "40001" || code === "40P01";
}

/** 55P03: a lock was not to be had within `lock_timeout`. */
export function isLockTimeout(error: unknown): boolean {
  return postgresErrorOf(error)?.code === "55P03";
}

const lostConnectionCodes = new Set([
  "CONNECTION_CLOSED", // postgres.js
  "CONNECTION_ENDED",
  "CONNECTION_DESTROYED",
  "CONNECT_TIMEOUT",
  "ECONNRESET",
  "ECONNREFUSED",
  "EPIPE",
  "ETIMEDOUT",
]);

/**
 * Whether the connection was lost or never made. What ran on it may or may not have committed; only a retry with the
 * same key can tell.
 */
export function isConnectionLoss(error: unknown): boolean {
  const code = postgresErrorOf(error)?.code;
  if (code !== undefined)
    return code.startsWith("08") || code.startsWith("57P") || code === "53300" || code === "25P03";
  for (let seen = error, depth = 0; seen instanceof Error && depth < 10; seen = seen.cause, depth++) {
    const own = (seen as NodeJS.ErrnoException).code;
    if (own !== undefined && lostConnectionCodes.has(own)) return true;
    if (/Connection terminated|not queryable|timeout exceeded when trying to connect/i.test(seen.message))
      return true;
  }
  return false;
}
