import { describe, expect, test } from "vitest";
import { KeyError, sqlStateOf } from "./errors.ts";

const fromDriver = (code: string) => Object.assign(new Error("refused"), { severity: "ERROR", code });
const wrapped = (cause: unknown, times: number): Error =>
  new Error("wrapped", { cause: times > 1 ? wrapped(cause, times - 1) : cause });

describe("the SQLSTATE of an error", () => {
  test("is found however deep an ORM has wrapped it", () => {
    expect(sqlStateOf(fromDriver("55P03"))).toBe("55P03");
    expect(sqlStateOf(wrapped(fromDriver("40001"), 1))).toBe("40001");
    expect(sqlStateOf(wrapped(fromDriver("40001"), 4))).toBe("40001");
  });

  test("is not the code of a socket, of Node, or of nothing", () => {
    expect(sqlStateOf(Object.assign(new Error("reset"), { code: "ECONNRESET" }))).toBeUndefined();
    expect(sqlStateOf({ severity: "ERROR", code: "55P03" })).toBeUndefined();
    expect(sqlStateOf(undefined)).toBeUndefined();
  });

  test("ends its search in a chain that bites its own tail", () => {
    const circle = new Error("round");
    circle.cause = circle;
    expect(sqlStateOf(circle)).toBeUndefined();
  });
});

test("a refusal says one plain sentence and knows its name", () => {
  const refusal = new KeyError("key-in-flight", { retryAfterSeconds: 2 });
  expect(refusal).toMatchObject({ name: "KeyError", code: "key-in-flight", retryAfterSeconds: 2 });
  expect(refusal.message).toMatch(/^[A-Z].+\.$/);
});
