import { type Money as Amount, formatMoney } from "@/server/domain/money";

/** An amount in minor units, written for a person: `{ amount: 4000, currency: "EUR" }` reads €40.00. */
export function Money({ value }: { value: Amount }) {
  return <span className="whitespace-nowrap tabular-nums">{formatMoney(value)}</span>;
}
