import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bucketOf, dayOf, mintedAtMs, opaqueBucket } from "./bucket.ts";
import { uuidV7At } from "./testing/database.ts";

const midnight = Date.UTC(2026, 10, 30);

describe("the bucket of a key", () => {
  test("is the UTC day inside a UUIDv7, to the millisecond", () => {
    expect(bucketOf(uuidV7At(midnight - 1))).toBe("2026-11-29");
    expect(bucketOf(uuidV7At(midnight))).toBe("2026-11-30");
  });

  test("does not depend on the time zone of the process", () => {
    const home = process.env.TZ;
    try {
      for (const zone of ["Pacific/Kiritimati", "Europe/Berlin", "America/Los_Angeles"]) {
        process.env.TZ = zone;
        expect(bucketOf(uuidV7At(midnight - 1))).toBe("2026-11-29");
        expect(bucketOf(uuidV7At(midnight))).toBe("2026-11-30");
      }
    } finally {
      if (home === undefined) delete process.env.TZ;
      else process.env.TZ = home;
    }
  });

  test("is a function of the key alone: never of when it is asked", () => {
    const anyKey = fc.oneof(
      fc.integer({ min: 0, max: 2 ** 48 - 1 }).map(uuidV7At),
      fc.string({ minLength: 1, maxLength: 255 }),
      fc.uuid(),
    );
    fc.assert(fc.property(anyKey, (key) => bucketOf(key) === bucketOf(key.slice())));
  });

  test("is the same for both spellings of a UUID's letters", () => {
    const key = uuidV7At(midnight);
    expect(bucketOf(key.toUpperCase())).toBe(bucketOf(key));
  });

  test("gives back the very millisecond that was minted", () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 2 ** 48 - 1 }), (at) => mintedAtMs(uuidV7At(at)) === at));
  });

  test.each([
    ["a word", "order-1"],
    ["a random UUID", "8e03978e-40d5-43e8-bc93-6894a57f9324"],
    ["version 7 with another variant", "019a0000-0000-7000-0000-000000000000"],
    ["a UUIDv7 without hyphens", "019a000000007000a000000000000000"],
    ["a UUIDv7 and something more", `${uuidV7At(midnight)}-2`],
    ["a UUIDv7 in braces", `{${uuidV7At(midnight)}}`],
  ])("is the bucket of keys without time for %s", (_, key) => {
    expect(mintedAtMs(key)).toBeUndefined();
    expect(bucketOf(key)).toBe(opaqueBucket);
  });

  test("is always a date that PostgreSQL can read, whatever year the key claims", () => {
    expect(bucketOf(uuidV7At(2 ** 48 - 1))).toBe("9999-12-31");
    expect(bucketOf(uuidV7At(0))).toBe("1970-01-01");
    expect(dayOf(Date.UTC(9999, 11, 31, 23, 59, 59, 999))).toBe("9999-12-31");
  });
});
