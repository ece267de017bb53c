import { expect, test } from "vitest";
import { parseForm } from "./form.ts";

test("brackets become objects and lists", () => {
  expect(
    parseForm("a=1&metadata[order_id]=7&metadata[x+y]=z%26&expand[]=p&expand[]=q&l[0]=r&l[1]=s"),
  ).toEqual({
    a: "1",
    metadata: { order_id: "7", "x y": "z&" },
    expand: ["p", "q"],
    l: ["r", "s"],
  });
});

test("a name that objects inherit is a field like any other", () => {
  const form = parseForm("__proto__[polluted]=yes&constructor=1");
  expect(Object.keys(form)).toEqual(["__proto__", "constructor"]);
  expect(({} as { polluted?: string }).polluted).toBeUndefined();
});

test.each([
  ["a=1&a[b]=2", "two shapes"],
  ["a[b]=2&a=1", "two shapes"],
  ["a[b][c][d][e][f]=1", "nested too deeply"],
  ["a[b=1", "cannot be read"],
  [Array.from({ length: 501 }, (_, index) => `f${index}=1`).join("&"), "more than 500 fields"],
])("a form that cannot be meant is refused: %#", (text, words) => {
  expect(() => parseForm(text)).toThrow(words);
});
