// A payment is the smaller machine: in_flight → succeeded | declined. "Unknown" is an in_flight payment that has
// grown old; it is never a state that a buyer must interpret.
import type { Money } from "./money.ts";

export const paymentStatuses = ["in_flight", "succeeded", "declined"] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

export type PaymentView = {
  readonly id: string;
  readonly status: PaymentStatus;
  readonly method: string;
  readonly refunded: Money;
  /** Why the provider refused, in its own code. Only on a declined payment. */
  readonly declineCode?: string;
};

/** What one conversation with the provider taught us. `unknown` is an answer too: ask again with the same key. */
export type ChargeOutcome =
  | { readonly kind: "succeeded"; readonly providerId: string }
  | { readonly kind: "declined"; readonly declineCode: string; readonly providerId: string | null }
  | { readonly kind: "unknown"; readonly reason: string };

/** The key forwarded to the provider: derived from our payment, so every try of one payment carries the same one. */
export function providerKeyOf(paymentId: string): string {
  return `payment:${paymentId}`;
}

/** What a person reads for a provider's decline code. */
export function declineReason(code: string): string {
  switch (code) {
    case "insufficient_funds":
      return "there is not enough money on the card";
    case "expired_card":
      return "the card has expired";
    default:
      return "the bank refused the card without saying why";
  }
}
