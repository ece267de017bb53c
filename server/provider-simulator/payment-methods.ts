// What each test payment method does. The first group are Stripe's own names
// (https://docs.stripe.com/testing); those that begin with pm_sim_ exist only here.

export type Decline = { declineCode: "generic_decline" | "insufficient_funds"; message: string };

export type PaymentMethod = {
  decline?: Decline;
  /** How the answer misbehaves the first time. What is done and remembered is not affected. */
  oddity?: "slow" | "lost_reply" | "error_once" | "hang";
};

/** Longer than the time-out of a sensible client, shorter than a person's patience. */
export const slowMs = 6_000;
/** A client that waits longer than this for a hung request has no time-out. */
export const hangMs = 120_000;

const generic: Decline = { declineCode: "generic_decline", message: "Your card was declined." };
const noFunds: Decline = { declineCode: "insufficient_funds", message: "Your card has insufficient funds." };

const methods = new Map<string, PaymentMethod>([
  ["pm_card_visa", {}],
  ["pm_card_chargeDeclined", { decline: generic }],
  ["pm_card_visa_chargeDeclined", { decline: generic }],
  ["pm_card_chargeDeclinedInsufficientFunds", { decline: noFunds }],
  ["pm_card_visa_chargeDeclinedInsufficientFunds", { decline: noFunds }],
  ["pm_sim_slow", { oddity: "slow" }],
  ["pm_sim_lost_reply", { oddity: "lost_reply" }],
  ["pm_sim_error_once", { oddity: "error_once" }],
  ["pm_sim_hang", { oddity: "hang" }],
]);

export function findPaymentMethod(id: string): PaymentMethod | undefined {
  return methods.get(id);
}

export function declineOf(code: string | null): Decline | undefined {
  return [generic, noFunds].find((decline) => decline.declineCode === code);
}
