// The facts that come with a refusal, read from its problem document. What is not what it should be is left out.
import type { Money } from "@/server/domain/money";
import type { Problem } from "./trpc";

export type RefusalFacts = {
  readonly reference?: string;
  readonly declineCode?: string;
  readonly total?: Money;
  readonly lines?: readonly { readonly sku: string; readonly available: number }[];
};

export function factsIn({ reference, declineCode, total, lines }: Problem): RefusalFacts {
  return {
    ...(typeof reference === "string" ? { reference } : {}),
    ...(typeof declineCode === "string" ? { declineCode } : {}),
    ...(isMoney(total) ? { total } : {}),
    ...(Array.isArray(lines) ? { lines: lines.filter(isShortLine) } : {}),
  };
}

function isMoney(value: unknown): value is Money {
  const { amount, currency } = (value ?? {}) as Partial<Money>;
  return typeof amount === "number" && typeof currency === "string";
}

function isShortLine(value: unknown): value is { sku: string; available: number } {
  const { sku, available } = (value ?? {}) as { sku?: unknown; available?: unknown };
  return typeof sku === "string" && typeof available === "number";
}
