import type { ProblemPage } from "./problem-page";

export const payingProblems = {
  "payment-declined": {
    heading: "The card was declined",
    status: 402,
    happened: "The bank said no. No money was taken. Your order is kept and waits for payment.",
    twice: {
      answer: "No",
      because:
        "Sending this request again with the same key only repeats the answer. A new payment is taken only while the order is still unpaid.",
    },
    todo: "Open your order and pay again, with another card or after a word with your bank.",
    carries: [
      ["declineCode", "why the bank refused"],
      ["orderId", "the order that waits for payment"],
    ],
  },
  "cart-changed": {
    heading: "The cart changed",
    status: 409,
    happened:
      "The cart is not the one you were shown: a line or a price changed, perhaps in another tab. We stopped before charging.",
    twice: { answer: "No", because: "Nothing was charged and no order was made." },
    todo: "Look at the cart as it is now. If the new total is right, place the order again.",
    carries: [
      ["currentVersion", "the version of the cart now"],
      ["total", "its total now"],
    ],
  },
  "cart-already-ordered": {
    heading: "This cart is already an order",
    status: 409,
    happened:
      "This cart was ordered before, perhaps in another tab or by a first press whose answer got lost. It was not ordered again.",
    twice: { answer: "No", because: "One cart can become one order. The database refuses a second one." },
    todo: "Open the order that was made. To buy more, start a new cart.",
    carries: [
      ["orderId", "the order of this cart"],
      ["Location", "header, its address"],
    ],
  },
  "cart-empty": {
    heading: "The cart is empty",
    status: 409,
    happened: "There was nothing in the cart to order, so nothing was ordered or charged.",
    twice: { answer: "No", because: "Nothing was charged the first time." },
    todo: "Look at the cart, put something in it, and check out again.",
  },
  "out-of-stock": {
    heading: "Part of the cart is sold out",
    status: 409,
    happened:
      "Somebody else bought the last ones first. We don’t ship half an order, so nothing was ordered or charged.",
    twice: { answer: "No", because: "Nothing was charged. The same key only repeats this answer." },
    todo: "Lower the quantity or take the line out, then place the order as a new one.",
    carries: [["lines", "each sku that ran short, with what is available"]],
  },
  "refund-exceeds-captured": {
    heading: "More than is left to refund",
    status: 409,
    happened: "The refund is larger than what was paid and not yet given back. No refund was made.",
    twice: { answer: "No", because: "A refund never charges, and what was refused moved no money." },
    todo: "Read the order to see what was refunded already, then refund that much or less.",
    carries: [["remaining", "what can still be refunded"]],
  },
} as const satisfies Record<string, ProblemPage>;
