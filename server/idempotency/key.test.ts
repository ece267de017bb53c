import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseKey } from "./key.ts";

const printable = Array.from({ length: 95 }, (_, n) => String.fromCharCode(0x20 + n)).join("");
const long = (length: number) => "k".repeat(length);

describe("the header's value", () => {
  test.each([
    ["bare", "8e03978e-40d5-43e8-bc93-6894a57f9324", "8e03978e-40d5-43e8-bc93-6894a57f9324"],
    ["quoted, as the draft wants it", '"8e03978e-40d5-43e8"', "8e03978e-40d5-43e8"],
    ["one character", "k", "k"],
    ["one quoted character", '"k"', "k"],
    ["the whole bare alphabet", "AZaz09_.:~/+=-", "AZaz09_.:~/+=-"],
    ["case is kept", "AbC", "AbC"],
    ["blanks around it are not part of it", " \tabc\t ", "abc"],
    ["blanks around the quoted form", '  "abc"  ', "abc"],
    ["blanks inside the quotes are part of it", '" a b "', " a b "],
    ["a comma inside the quotes", '"a,b"', "a,b"],
    ["a semicolon inside the quotes", '"a;b=1"', "a;b=1"],
    ["an escaped quote", String.raw`"a\"b"`, 'a"b'],
    ["an escaped backslash", String.raw`"a\\b"`, String.raw`a\b`],
    ["both escapes, one after the other", String.raw`"\\\""`, String.raw`\"`],
    [
      "every printable character but two",
      `"${printable.replace(/["\\]/g, "")}"`,
      printable.replace(/["\\]/g, ""),
    ],
    ["a parameter", '"abc";v=1', "abc"],
    ["a parameter without value", '"abc";fresh', "abc"],
    ["several parameters with blanks", '"abc" ; v=1.5; s="x;y\\"z"; t=tok/en; b=?1; y=:aGk=:', "abc"],
    ["255 bare characters", long(255), long(255)],
    ["255 quoted characters", `"${long(255)}"`, long(255)],
    ["255 after decoding, more before", `"${"\\\\".repeat(255)}"`, "\\".repeat(255)],
  ])("is read: %s", (_, header, key) => {
    expect(parseKey(header)).toBe(key);
  });

  test.each([
    ["empty", ""],
    ["only blanks", "   "],
    ["quoted and empty", '""'],
    ["256 bare characters", long(256)],
    ["256 quoted characters", `"${long(256)}"`],
    ["two field lines, joined as HTTP joins them", "abc, def"],
    ["two quoted field lines", '"abc", "def"'],
    ["two equal field lines", "abc,abc"],
    ["a blank in the middle", "a b"],
    ["a bare parameter", "abc;v=1"],
    ["bare characters outside the alphabet", "abc!"],
    ["a quote in a bare key", 'ab"c'],
    ["a quote that ends nothing", '"abc'],
    ["a quote that begins nothing", 'abc"'],
    ["something after the quote", '"abc"def'],
    ["two strings", '"abc" "def"'],
    ["an escape of something else", String.raw`"a\nb"`],
    ["a backslash at the end", '"abc\\"'],
    ["a parameter in capitals", '"abc";V=1'],
    ["a parameter without name", '"abc";=1'],
    ["a semicolon and nothing", '"abc";'],
    ["a parameter with a broken value", '"abc";v="x'],
    ["a blank beyond ASCII in front", "\u00a0abc"],
    ["a byte order mark in front of a quoted key", '\ufeff"abc"'],
    ["letters beyond ASCII, bare", "schlüssel"],
    ["letters beyond ASCII, quoted", '"schlüssel"'],
    ["a control character, quoted", '"a\u0001b"'],
    ["NUL, quoted", '"a\u0000b"'],
    ["a tab, quoted", '"a\tb"'],
    ["a line break", "abc\r\ndef"],
    ["a line break at the end of a quoted key", '"abc"\nx'],
    ["single quotes", "'abc'"],
    ["another structured type: bytes", ":aGk=:,"],
  ])("is refused, never ignored: %s", (_, header) => {
    expect(() => parseKey(header)).toThrowError(expect.objectContaining({ code: "key-malformed" }));
  });

  test.each([[null], [undefined]])("is missing when it is %s, which is another mistake", (header) => {
    expect(() => parseKey(header)).toThrowError(expect.objectContaining({ code: "key-missing" }));
  });
});

describe("the two spellings", () => {
  const quote = (key: string) => `"${key.replace(/["\\]/g, "\\$&")}"`;

  test("name the same key", () => {
    const bare = fc.stringMatching(/^[A-Za-z0-9_.:~/+=-]{1,255}$/);
    fc.assert(
      fc.property(bare, (key) => {
        expect(parseKey(key)).toBe(key);
        expect(parseKey(quote(key))).toBe(key);
      }),
    );
  });

  test("of two keys are never confused: what was quoted comes back", () => {
    const key = fc.string({ unit: fc.constantFrom(...printable), minLength: 1, maxLength: 255 });
    fc.assert(fc.property(key, (any) => parseKey(quote(any)) === any));
  });

  test("are the only way in: any header gives a key in bounds or a refusal", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (header) => {
        try {
          expect(parseKey(header)).toMatch(/^[\x20-\x7e]{1,255}$/);
        } catch (error) {
          expect(error).toMatchObject({ code: "key-malformed" });
        }
      }),
    );
  });

  test("are read in time that does not explode with the header", () => {
    // 64 kB of almost-parameters: a parser that tries every split would never come back.
    const hostile = `"k"${";a=1 ".repeat(10_000)}!`;
    expect(() => parseKey(hostile)).toThrowError(expect.objectContaining({ code: "key-malformed" }));
  });
});
