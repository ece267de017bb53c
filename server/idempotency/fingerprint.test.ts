import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fingerprintOf, type Meaning } from "./fingerprint.ts";

const of = (input: unknown, rest: Partial<Meaning> = {}) =>
  Buffer.from(fingerprintOf({ operation: "orders.place", input, ...rest })).toString("hex");
/** As a body arrives: text, parsed once. */
const ofText = (text: string) => of(JSON.parse(text));

describe("the fingerprint", () => {
  test("is thirty-two bytes, and the same ones in every process and version", () => {
    expect(fingerprintOf({ operation: "orders.place", input: { b: 1, a: [true, null, "é"] } })).toHaveLength(
      32,
    );
    expect(of({ b: 1, a: [true, null, "é"] })).toBe(
      // sha256 of {"ifMatch":null,"input":{"a":[true,null,"é"],"b":1},"operation":"orders.place","path":{}}
      "0af9785a75d401c090e87c084563f2790f4c3e6d6fc7ff4180a171bb24356fd5",
    );
  });

  test.each([
    ["1 and 1.0", '{"quantity":1}', '{"quantity":1.0}'],
    ["1 and 1e0", '{"quantity":1}', '{"quantity":1e0}'],
    ["100 and 1e2", '{"amount":100}', '{"amount":1e2}'],
    ["40 and 40.00", '{"amount":40}', '{"amount":40.00}'],
    ["0 and -0", '{"amount":0}', '{"amount":-0}'],
    ["the order of members", '{"a":1,"b":{"c":2,"d":3}}', '{"b":{"d":3,"c":2},"a":1}'],
    ["white space", '{"a":[1,2]}', ' { "a" : [ 1 , 2 ] } '],
    ["the spelling of a character", '{"a":"\\u00e9\\/"}', '{"a":"é/"}'],
  ])("does not mind %s", (_, one, other) => {
    expect(ofText(one)).toBe(ofText(other));
  });

  test.each([
    ["1 and the text 1", '{"quantity":1}', '{"quantity":"1"}'],
    ["40 and 4000", '{"amount":40}', '{"amount":4000}'],
    ["the order of an array", '{"a":[1,2]}', '{"a":[2,1]}'],
    ["absent and null", "{}", '{"a":null}'],
    ["null and false", '{"a":null}', '{"a":false}'],
    ["empty object and empty array", '{"a":{}}', '{"a":[]}'],
    ["one level of nesting", '{"a":{"b":1}}', '{"a":{"a":{"b":1}}}'],
    ["a member called __proto__", "{}", '{"__proto__":{"admin":true}}'],
    ["what is inside __proto__", '{"__proto__":1}', '{"__proto__":2}'],
    ["members called constructor", '{"constructor":1}', '{"constructor":2}'],
    ["composed and decomposed letters", '{"a":"\\u00e9"}', '{"a":"e\\u0301"}'],
    ["case", '{"a":"x"}', '{"a":"X"}'],
    ["a blank at the end", '{"a":"x"}', '{"a":"x "}'],
  ])("tells apart %s", (_, one, other) => {
    expect(ofText(one)).not.toBe(ofText(other));
  });

  test("treats a member that is undefined as absent", () => {
    expect(of({ a: 1, note: undefined })).toBe(of({ a: 1 }));
  });

  test.each([[Number.NaN], [Number.POSITIVE_INFINITY], [Number.NEGATIVE_INFINITY]])("refuses %s", (value) => {
    expect(() => of({ amount: value })).toThrow();
  });

  test("refuses what JSON cannot say", () => {
    expect(() => of({ amount: 10n })).toThrow();
    const circle: { self?: unknown } = {};
    circle.self = circle;
    expect(() => of(circle)).toThrow();
  });

  test("holds the operation, the path and the precondition", () => {
    const same = { cartId: "c" };
    const meanings = [
      of(same),
      of(same, { operation: "orders.cancel" }),
      of(same, { path: { id: "1" } }),
      of(same, { path: { id: "2" } }),
      of(same, { ifMatch: '"7"' }),
      of(same, { ifMatch: '"8"' }),
    ];
    expect(new Set(meanings).size).toBe(meanings.length);
  });

  test("keeps its parts apart: no input can pass for another operation, path or precondition", () => {
    expect(of({ path: { id: "1" } })).not.toBe(of({}, { path: { id: "1" } }));
    expect(of({ ifMatch: '"7"' })).not.toBe(of({}, { ifMatch: '"7"' }));
  });

  test("takes a missing path for an empty one, and a missing precondition for none", () => {
    expect(of(1, { path: {} })).toBe(of(1));
    expect(of(1, { ifMatch: null })).toBe(of(1));
  });

  test("survives any shuffle of members at any depth", () => {
    fc.assert(fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => of(reversed(value)) === of(value)));
  });
});

/** The same value with every object's members in the opposite order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).reverse();
  return Object.fromEntries(members.map(([name, member]) => [name, reversed(member)]));
}
