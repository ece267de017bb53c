// One structured line for each try. Secrets never reach a line: keys and tokens are logged as the first letters of a hash.
import { createHash } from "node:crypto";
import { type Logger, pino } from "pino";

export type { Logger };

export function createLog(level: string, name: string): Logger {
  return pino({
    name,
    level,
    redact: {
      paths: ["req.headers", "headers", "authorization", "cookie", "*.authorization", "*.cookie"],
      remove: true,
    },
    timestamp: pino.stdTimeFunctions.isoTime,
  });
}

/** Enough of a hash to find the tries of one key in a log, too little to use. */
export function shortHash(secret: string): string {
  return createHash("sha256").update(secret).digest("hex").slice(0, 12);
}
