// What a buyer is told when paying an order again did not work out. The same words with and without JavaScript. Pure.
import { declineReason } from "../../../server/domain/payment";

export type PayWords = { readonly message: string; readonly more?: string };

/** @param code the name of a problem, as in `/problems/<code>` */
export function payRefusalWords(code: string, declineCode?: string): PayWords {
  switch (code) {
    case "payment-declined":
      return {
        message: "This card was declined too. No money was taken.",
        more: `${declineCode ? `The reason: ${declineReason(declineCode)}. ` : ""}Your order is kept. Try another card.`,
      };
    case "transition-not-allowed":
    case "stale-version":
      return {
        message: "This order changed since this page was shown. This press charged nothing.",
        more: "Below is where it stands now.",
      };
    case "key-reused":
      return {
        message: "This payment changed while it was being sent; nothing new was charged.",
        more: "Look at the order below and choose a card again.",
      };
    case "key-expired":
      return {
        message: "This page is too old; look at where the order stands first.",
        more: "Load it again. If it still waits for payment, paying can’t charge you twice.",
      };
    case "invalid-input":
      return { message: "Choose how to pay. Nothing was charged." };
    case "key-in-flight":
    case "unavailable":
    case "rate-limited":
    case "internal":
      return {
        message: "We don’t know yet whether this payment went through.",
        more: "Pressing the button again is the same payment. You will be charged once.",
      };
    default:
      return { message: "We could not take this payment. Nothing was charged." };
  }
}
