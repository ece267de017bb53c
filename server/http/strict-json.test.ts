import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseStrictJson } from "./strict-json.ts";

describe("strict JSON", () => {
  it("reads everything that JSON.stringify writes, as JSON.parse does", () => {
    const exact = fc
      .json({ maxDepth: 5 })
      .filter((text) => !/\\u0000|\\ud[89a-f]/i.test(text) && numbersAreExact(text));
    fc.assert(
      fc.property(exact, (text) => {
        expect(parseStrictJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each([
    '{"a":1,"a":1}',
    '{"a":{"b":1,"b":2}}',
    '[{"a":1,"a":2}]',
    '{"a":1,"\\u0061":2}',
    '{"a" : 1, "a" : 2}',
    "12345678901234567890",
    "-9007199254740993",
    "1e400",
    '"\\ud800"',
    '{"\\u0000":1, "x":"\\u0000"}',
    `${"[".repeat(21)}${"]".repeat(21)}`,
    `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`,
    "{} {}",
    "",
    "NaN",
  ])("refuses %.40s", (text) => {
    expect(() => parseStrictJson(text)).toThrow(expect.objectContaining({ code: "invalid-input" }));
  });

  it.each([
    ['{"a":"b\\":\\"c"}', { a: 'b":"c' }],
    ['{"a":"{[1,2"}', { a: "{[1,2" }],
    ["9007199254740991", Number.MAX_SAFE_INTEGER],
    ["[1, 1.0, 1e0, -0, 1e2]", [1, 1, 1, -0, 100]],
    ['{"__proto__":1}', JSON.parse('{"__proto__":1}')],
  ])("reads %s", (text, value) => {
    expect(parseStrictJson(text)).toEqual(value);
  });
});

function numbersAreExact(text: string): boolean {
  const visit = (value: unknown): boolean =>
    typeof value === "number"
      ? Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))
      : typeof value !== "object" || value === null || Object.values(value).every(visit);
  return visit(JSON.parse(text));
}
