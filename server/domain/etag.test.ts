import { describe, expect, it } from "vitest";
import { namesVersion, parsePrecondition, tagOf } from "./etag.ts";

describe("If-Match", () => {
  it.each([
    [null, { kind: "absent" }],
    [undefined, { kind: "absent" }],
    ["*", { kind: "any" }],
    [' "7" ', { kind: "tags", tags: ['"7"'] }],
    ['"7", W/"8"', { kind: "tags", tags: ['"7"', 'W/"8"'] }],
    ["7", { kind: "malformed" }],
    ["undefined", { kind: "malformed" }],
    ['""', { kind: "malformed" }],
    ["", { kind: "malformed" }],
    ["*, *", { kind: "malformed" }],
    ['*, "7"', { kind: "malformed" }],
    ['w/"7"', { kind: "malformed" }],
    ['"7', { kind: "malformed" }],
    ['"7" "8"', { kind: "malformed" }],
  ])("reads %s", (header, expected) => {
    expect(parsePrecondition(header)).toEqual(expected);
  });

  it.each([
    ['"7"', true],
    ['W/"7"', true],
    ['"7-gzip"', true],
    ['W/"7-gzip"', true],
    ['"6"', false],
    ['W/"6"', false],
    ['"6-gzip"', false],
    ['"07"', false],
    ['"7-br"', false],
    ['"77"', false],
  ])("takes %s for version 7: %s", (tag, expected) => {
    expect(namesVersion([tag], 7)).toBe(expected);
  });

  it("matches a list when any of its tags does, and its own tag always", () => {
    expect(namesVersion(['"1"', '"7"'], 7)).toBe(true);
    expect(namesVersion([tagOf(1_000_000)], 1_000_000)).toBe(true);
  });
});
