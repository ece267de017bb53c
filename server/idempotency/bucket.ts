// The partition a key lives in, computed from the key alone. PostgreSQL keeps a unique index only if it contains the
// partition column; a column such as "today" would let the same key win once before midnight and once after. A bucket
// that is a pure function of the key makes the same key fall into the same partition for ever.

/** The bucket of keys that carry no time: one of its own, expired row by row instead of by dropping days. */
export const opaqueBucket = "0001-01-01";

const uuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/**
 * The moment inside a UUIDv7 (RFC 9562, section 5.7): its first 48 bits, in Unix milliseconds.
 * @returns undefined for any other key
 */
export function mintedAtMs(key: string): number | undefined {
  if (!uuidV7.test(key)) return undefined;
  return Number.parseInt(key.slice(0, 8) + key.slice(9, 13), 16);
}

/** The bucket of a key: the UTC day inside a UUIDv7 (`2026-11-30`), or `opaqueBucket`. */
export function bucketOf(key: string): string {
  const at = mintedAtMs(key);
  return at === undefined ? opaqueBucket : dayOf(at);
}

// A key's own clock may claim any year up to 10889; a four-digit year is all a calendar here needs.
const lastDayMs = Date.UTC(9999, 11, 31);

/** The UTC day of an instant in Unix milliseconds. Never the session's time zone. */
export function dayOf(atMs: number): string {
  return new Date(Math.min(atMs, lastDayMs)).toISOString().slice(0, 10);
}
