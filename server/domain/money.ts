// Money is an integer number of minor units and a currency. No float ever holds an amount.

export type Money = { readonly amount: number; readonly currency: Currency };

/** Minor-unit exponents of ISO 4217. A currency that is not here is refused, never guessed. */
export const currencyExponents = { EUR: 2, USD: 2, GBP: 2, JPY: 0, KWD: 3 } as const;
export type Currency = keyof typeof currencyExponents;
export const currencies = Object.keys(currencyExponents) as [Currency, ...Currency[]];

/** Amounts stay far below 2^53 so that sums of sums are exact too: one thousand million major units. */
export const amountMax = 100_000_000_000;

/** `{ amount: 4000, currency: "EUR" }` → `"€40.00"`. Takes minor units. */
export function formatMoney({ amount, currency }: Money): string {
  const digits = currencyExponents[currency];
  return new Intl.NumberFormat("en", {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount / 10 ** digits);
}

/**
 * Adds amounts of one currency, in minor units. An empty list is zero of `currency`.
 * @throws RangeError when currencies are mixed or the sum leaves the safe range
 */
export function sumMoney(parts: readonly Money[], currency: Currency): Money {
  let amount = 0;
  for (const part of parts) {
    if (part.currency !== currency) throw new RangeError(`cannot add ${part.currency} to ${currency}`);
    amount += part.amount;
  }
  if (!Number.isSafeInteger(amount) || Math.abs(amount) > amountMax)
    throw new RangeError("amount out of range");
  return { amount, currency };
}

/** Unit price times a whole quantity. */
export function timesMoney(unit: Money, quantity: number): Money {
  if (!Number.isInteger(quantity) || quantity < 0) throw new RangeError("quantity must be a whole number");
  return sumMoney([{ amount: unit.amount * quantity, currency: unit.currency }], unit.currency);
}
