import { describe, expect, test } from "vitest";
import {
  isConnectionLoss,
  isLockTimeout,
  isSerializationFailure,
  postgresErrorOf,
  violates,
} from "./postgres-errors.ts";

/** As node-postgres names the fields. */
const fromPg = (code: string, fields = {}) =>
  Object.assign(new Error("refused"), { severity: "ERROR", code, ...fields });
/** As postgres.js names them. */
const fromPostgresJs = (code: string, constraint_name?: string) =>
  Object.assign(new Error("refused"), { severity: "ERROR", code, constraint_name });
const wrapped = (cause: unknown, times = 1): Error =>
  new Error("Failed query", { cause: times > 1 ? wrapped(cause, times - 1) : cause });
const withCode = (code: string) => Object.assign(new Error("socket"), { code });

describe("a PostgreSQL error", () => {
  test.each([
    ["bare", (error: Error) => error],
    ["wrapped once, as Drizzle does", (error: Error) => wrapped(error)],
    ["wrapped five times", (error: Error) => wrapped(error, 5)],
  ])("is recognised %s, from either driver", (_, wrap) => {
    for (const error of [
      fromPg("23505", { constraint: "one_order_per_cart" }),
      fromPostgresJs("23505", "one_order_per_cart"),
    ]) {
      expect(postgresErrorOf(wrap(error))).toMatchObject({ code: "23505", constraint: "one_order_per_cart" });
      expect(violates(wrap(error), "one_order_per_cart")).toBe(true);
    }
  });

  test("of one constraint is not an error of another", () => {
    expect(violates(wrapped(fromPg("23505", { constraint: "orders_pkey" })), "one_order_per_cart")).toBe(
      false,
    );
    expect(violates(wrapped(fromPg("23505")), "one_order_per_cart")).toBe(false);
  });

  test("that names a constraint for another reason is no violation", () => {
    expect(violates(fromPg("42704", { constraint: "one_order_per_cart" }), "one_order_per_cart")).toBe(false);
  });

  test.each([
    ["40001", true, false],
    ["40P01", true, false],
    ["55P03", false, true],
    ["23505", false, false],
    ["57014", false, false],
  ])("%s: again as a whole %s, a lock that was not to be had %s", (code, again, lock) => {
    const error = wrapped(fromPg(code));
    expect([isSerializationFailure(error), isLockTimeout(error)]).toEqual([again, lock]);
  });

  test.each([
    [undefined],
    [null],
    ["23505"],
    [{ code: "23505", severity: "ERROR" }],
    [new Error("plain")],
    [withCode("23505")], // a code of five characters, and no word of PostgreSQL
    [withCode("ECONNRESET")],
  ])("is not seen in %s", (error) => {
    expect(postgresErrorOf(error)).toBeUndefined();
    expect(violates(error, "one_order_per_cart")).toBe(false);
  });

  test("is not looked for without end in a chain that bites its own tail", () => {
    const circle = new Error("round");
    circle.cause = circle;
    expect(postgresErrorOf(circle)).toBeUndefined();
    expect(isConnectionLoss(circle)).toBe(false);
  });
});

describe("a lost connection", () => {
  test.each([
    ["the server said good-bye", fromPg("57P01")],
    ["the server crashed", fromPg("57P02")],
    ["the server is starting", fromPg("57P03")],
    ["too many connections", fromPg("53300")],
    ["idle in a transaction for too long", fromPg("25P03")],
    ["protocol trouble", fromPg("08006")],
    ["postgres.js lost it", withCode("CONNECTION_CLOSED")],
    ["postgres.js could not make it", withCode("CONNECT_TIMEOUT")],
    ["refused", withCode("ECONNREFUSED")],
    ["reset", withCode("ECONNRESET")],
    ["node-postgres lost it", new Error("Connection terminated unexpectedly")],
    [
      "node-postgres will not use it again",
      new Error("Client has encountered a connection error and is not queryable"),
    ],
    ["every connection was busy", new Error("timeout exceeded when trying to connect")],
  ])("is known by its cause: %s", (_, error) => {
    expect(isConnectionLoss(error)).toBe(true);
    expect(isConnectionLoss(wrapped(error, 2))).toBe(true);
  });

  test.each([
    ["a broken rule", fromPg("23505")],
    ["a cancelled statement", fromPg("57014")],
    ["a programming error", new TypeError("x is not a function")],
    ["nothing", undefined],
  ])("is not %s", (_, error) => {
    expect(isConnectionLoss(error)).toBe(false);
  });
});
