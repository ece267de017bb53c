import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { detailsSchema, placeOrderSchema, quantitySchema, text } from "./inputs.ts";

describe("text", () => {
  const name = text(10, "a name");

  it("is one request in both spellings of one look (NFC)", () => {
    expect(name.parse("Cafe\u0301")).toBe(name.parse("Caf\u00e9"));
  });

  it.each([
    ["", "Enter a name"],
    ["   ", "Enter a name"],
    ["x".repeat(11), "Name must be 10 characters or fewer"],
    ["x".repeat(10_000_000), "Name must be 10 characters or fewer"],
    ["a\u0000b", "Name has characters that cannot be used"],
    ["a\nb", "Name has characters that cannot be used"],
    ["\ud800", "Name has characters that cannot be read"],
  ])("refuses %j with one plain sentence", (value, message) => {
    expect(name.safeParse(value).error?.issues[0]?.message).toBe(message);
  });

  it("keeps every other line of text as it is, but for blanks around it", () => {
    const printable = fc.string({ unit: "grapheme", minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(printable, (value) => {
        const parsed = name.safeParse(value);
        if (parsed.success) expect(parsed.data).toBe(value.normalize("NFC").trim());
      }),
    );
  });
});

describe("quantities", () => {
  it.each([1, 2, 99])("takes %s", (quantity) => expect(quantitySchema.parse(quantity)).toBe(quantity));
  it.each([0, -1, 1.5, 1e9, "2", undefined, null, Number.NaN, Number.POSITIVE_INFINITY])(
    "refuses %s",
    (quantity) => {
      expect(quantitySchema.safeParse(quantity).success).toBe(false);
    },
  );
});

describe("the details form", () => {
  const typed = {
    email: " Ann@example.com ",
    name: "Ann",
    line1: "1",
    line2: "",
    city: "C",
    postcode: "1",
    country: "DE",
  };

  it("treats an empty second line as none", () => {
    expect(detailsSchema.parse(typed)).not.toHaveProperty("line2", "");
    expect(detailsSchema.parse({ ...typed, line2: "Flat 2" }).line2).toBe("Flat 2");
  });

  it("feeds the order without another question", () => {
    const { email, ...shipTo } = detailsSchema.parse(typed);
    const order = {
      cartId: "01a22dfe-425c-750a-9e33-a77c47c6eb21",
      cartVersion: 1,
      email,
      shipTo,
      paymentMethod: "pm_card_visa",
    };
    expect(placeOrderSchema.parse(order).email).toBe("Ann@example.com");
  });
});
