import { expect, test } from "vitest";
import { checkDetails } from "./check-details";

const good = {
  email: "mara@example.com",
  name: "Mara Lind",
  line1: "12 Quay Street",
  line2: "",
  city: "Berlin",
  postcode: "10115",
  country: "DE",
};

test("a form nobody has touched has no mistakes to show", () => {
  expect(checkDetails({})).toEqual({ kind: "untouched" });
});

test("an empty form that was sent has one message for each field that is needed, in the order of the form", () => {
  const sent = Object.fromEntries(Object.keys(good).map((field) => [field, ""]));
  const checked = checkDetails(sent);
  expect(checked.kind === "mistakes" && [...checked.mistakes.keys()]).toEqual([
    "email",
    "name",
    "line1",
    "postcode",
    "city",
    "country",
  ]);
});

test("good details are usable, and an empty second line is no line", () => {
  const { line2: _, ...rest } = good;
  expect(checkDetails(good)).toEqual({ kind: "usable", details: rest });
});
