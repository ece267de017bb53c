// A cart is a list of absolute quantities. Its version names its whole content: lines, prices and total.
import { type Currency, type Money, sumMoney, timesMoney } from "./money.ts";

export type Line = {
  readonly sku: string;
  readonly name: string;
  readonly quantity: number;
  readonly unitPrice: Money;
  readonly total: Money;
};

export type Cart = {
  readonly id: string;
  readonly status: "open" | "ordered";
  readonly version: number;
  readonly lines: readonly Line[];
  readonly total: Money;
};

/** Upper bound of one line, and of the number of lines. Carts are for people. */
export const quantityMax = 99;
export const linesMax = 50;

export const shopCurrency: Currency = "EUR";

/** One line with its total worked out. */
export function lineOf(item: Omit<Line, "total">): Line {
  return { ...item, total: timesMoney(item.unitPrice, item.quantity) };
}

/** The sum of the lines. Parts always add up to the whole because nothing else is added. */
export function totalOf(lines: readonly Line[]): Money {
  return sumMoney(
    lines.map((line) => line.total),
    lines[0]?.unitPrice.currency ?? shopCurrency,
  );
}
