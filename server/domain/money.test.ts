import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lineOf, totalOf } from "./cart.ts";
import { formatMoney, sumMoney, timesMoney } from "./money.ts";

describe("money", () => {
  it.each([
    [{ amount: 4000, currency: "EUR" }, "€40.00"],
    [{ amount: 29, currency: "USD" }, "$0.29"],
    [{ amount: 115, currency: "GBP" }, "£1.15"],
    [{ amount: 1999, currency: "JPY" }, "¥1,999"],
    [{ amount: 12_345, currency: "KWD" }, "KWD 12.345"],
    [{ amount: 0, currency: "EUR" }, "€0.00"],
  ] as const)("shows %o with the decimals of its currency", (money, text) => {
    expect(formatMoney(money).replace("\u00a0", " ")).toBe(text);
  });

  it("refuses to add two currencies, and to leave the safe range", () => {
    expect(() => sumMoney([{ amount: 1, currency: "USD" }], "EUR")).toThrow(RangeError);
    expect(() => timesMoney({ amount: 99_999_999_999, currency: "EUR" }, 99)).toThrow(RangeError);
    expect(() => timesMoney({ amount: 100, currency: "EUR" }, 1.5)).toThrow(RangeError);
  });

  it("adds nothing up to zero of its currency", () => {
    expect(sumMoney([], "EUR")).toEqual({ amount: 0, currency: "EUR" });
  });

  it("always adds the lines up to the total, to the cent", () => {
    const line = fc.record({
      amount: fc.integer({ min: 1, max: 1_000_000 }),
      quantity: fc.integer({ min: 1, max: 99 }),
    });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 50 }), (items) => {
        const lines = items.map(({ amount, quantity }) =>
          lineOf({ sku: "a", name: "A", quantity, unitPrice: { amount, currency: "EUR" } }),
        );
        const expected = items.reduce((sum, { amount, quantity }) => sum + amount * quantity, 0);
        expect(totalOf(lines)).toEqual({ amount: expected, currency: "EUR" });
      }),
    );
  });
});
