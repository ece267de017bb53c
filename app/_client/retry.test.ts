import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { problems } from "../../server/domain/errors";
import { afterFailure, checkoutPatience, type Failure } from "./retry";

const first = { tries: 1, elapsedMs: 100, random: 0.5 };
const problem = (name: string, retryAfterSeconds?: number): Failure => ({
  kind: "problem",
  name,
  ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
});

const expected: Record<keyof typeof problems, "again" | "final" | "unknown"> = {
  "invalid-input": "final",
  "key-missing": "final",
  "key-malformed": "final",
  unauthenticated: "final",
  "payment-declined": "final",
  forbidden: "final",
  "not-found": "final",
  "method-not-allowed": "final",
  "key-in-flight": "again",
  "transition-not-allowed": "final",
  "cart-changed": "final",
  "cart-already-ordered": "final",
  "cart-empty": "final",
  "out-of-stock": "final",
  "refund-exceeds-captured": "final",
  "stale-version": "final",
  "too-large": "final",
  "unsupported-media-type": "final",
  "key-reused": "final",
  "key-expired": "final",
  "precondition-required": "final",
  "rate-limited": "again",
  internal: "unknown",
  unavailable: "again",
};

describe("after the first try", () => {
  test.each(Object.entries(expected))("%s is %s", (name, kind) => {
    expect(afterFailure(problem(name), first).kind).toBe(kind);
  });

  test("every problem of the catalogue has a row", () => {
    expect(Object.keys(expected).sort()).toEqual(Object.keys(problems).sort());
  });

  test("no answer is asked again", () => {
    expect(afterFailure({ kind: "no-answer" }, first)).toEqual({ kind: "again", pauseMs: 300 });
  });
});

describe("the pause", () => {
  test("doubles with each try until it reaches its bound", () => {
    const pauses = [1, 2, 3, 4, 5].map((tries) =>
      afterFailure({ kind: "no-answer" }, { tries, elapsedMs: 0, random: 1 }),
    );
    expect(pauses.map((verdict) => verdict.kind === "again" && verdict.pauseMs)).toEqual([
      400, 800, 1600, 3200, 4000,
    ]);
  });

  test("is at least what the server asked for", () => {
    expect(afterFailure(problem("key-in-flight", 3), first)).toEqual({ kind: "again", pauseMs: 3000 });
  });

  test("that would outlast the patience ends it, and the outcome is unknown, not failed", () => {
    expect(afterFailure(problem("unavailable", 60), first)).toEqual({ kind: "unknown" });
    expect(afterFailure({ kind: "no-answer" }, { tries: 2, elapsedMs: 11_900, random: 0 })).toEqual({
      kind: "unknown",
    });
    expect(afterFailure({ kind: "no-answer" }, { tries: 6, elapsedMs: 100, random: 0 })).toEqual({
      kind: "unknown",
    });
  });
});

const anyFailure = fc.oneof(
  fc.constant<Failure>({ kind: "no-answer" }),
  fc
    .record({
      name: fc.constantFrom(...Object.keys(problems)),
      seconds: fc.option(fc.integer({ min: 0, max: 9999 }), { nil: undefined }),
    })
    .map(({ name, seconds }) => problem(name, seconds)),
);

test("whatever fails however often, the tries end within the patience and no pause is out of bounds", () => {
  fc.assert(
    fc.property(
      fc.infiniteStream(
        fc.record({
          failure: anyFailure,
          tookMs: fc.nat(11_000),
          random: fc.double({ min: 0, max: 1, noNaN: true }),
        }),
      ),
      (tryOutcomes) => {
        let elapsedMs = 0;
        let tries = 0;
        for (const { failure, tookMs, random } of tryOutcomes) {
          tries++;
          elapsedMs += Math.min(tookMs, checkoutPatience.totalMs - elapsedMs);
          const verdict = afterFailure(failure, { tries, elapsedMs, random });
          if (verdict.kind !== "again") break;
          expect(verdict.pauseMs).toBeGreaterThanOrEqual(checkoutPatience.basePauseMs / 2);
          elapsedMs += verdict.pauseMs;
          expect(elapsedMs).toBeLessThan(checkoutPatience.totalMs);
        }
        expect(tries).toBeLessThanOrEqual(checkoutPatience.triesMax);
      },
    ),
  );
});
