// What the order page says about where an order stands, in plain words. Pure.
import type { Order } from "../../../server/domain/order";
import { declineReason } from "../../../server/domain/payment";

export type OrderWords = {
  readonly title: string;
  readonly lead: string;
  /** What happens next. */
  readonly next: string;
};

export function orderWords({
  status,
  payment,
  email,
}: Pick<Order, "status" | "payment" | "email">): OrderWords {
  switch (status) {
    case "pending_payment":
      return payment.status === "declined" ? declined(payment.declineCode) : awaiting;
    case "paid":
      return {
        title: "Thank you. Your order is paid.",
        lead: "You were charged once. This page is your receipt; it stays at this address.",
        next: `We send the receipt to ${email} and pack your order.`,
      };
    case "packed":
      return {
        title: "Your order is packed",
        lead: "It is paid and waits for the carrier.",
        next: `We write to ${email} when it is on its way.`,
      };
    case "shipped":
      return {
        title: "Your order is on its way",
        lead: "It left us and is paid in full.",
        next: "The carrier brings it to the address below.",
      };
    case "delivered":
      return {
        title: "Your order was delivered",
        lead: "It is paid in full. There is nothing left to do.",
        next: "Nothing. Keep this page as your receipt.",
      };
    case "cancelled":
      return {
        title: "Your order is cancelled",
        lead: "It will not be sent.",
        next: "Nothing. What is shown as refunded below goes back to your card.",
      };
    case "refunded":
      return {
        title: "Your order is refunded",
        lead: "The money goes back to the card you paid with.",
        next: "Your bank shows the refund in a few days.",
      };
  }
}

const awaiting: OrderWords = {
  title: "We are waiting for the bank",
  lead: "Your order is placed. The bank has not answered yet whether it pays. You will be charged once.",
  next: "You can close this page. We keep asking the bank with the same request, and this page shows its answer.",
};

function declined(code: string | undefined): OrderWords {
  return {
    title: "The card was declined",
    lead: `No money was taken: ${declineReason(code ?? "")}. Your order is kept and waits for payment.`,
    next: "Pay with another card. Nothing is sent before the order is paid.",
  };
}
