import type { Money } from "./money.ts";

export type Product = {
  readonly sku: string;
  readonly name: string;
  readonly description: string;
  readonly price: Money;
  readonly stock: number;
  readonly version: number;
};
