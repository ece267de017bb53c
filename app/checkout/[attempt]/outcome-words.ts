// What a buyer is told about an outcome: one row each, the same words with and without JavaScript. Every row says what
// happened to the money; none says "failed" where the truth is "not known", and none shows a code.
import { formatMoney, type Money } from "../../../server/domain/money";
import { declineReason } from "../../../server/domain/payment";

/** `data-state` of the checkout form. */
export type FormState =
  | "idle"
  | "submitting"
  | "slow"
  | "queued"
  | "unknown"
  | "placed"
  | "replayed"
  | "declined"
  | "conflict"
  | "mismatch"
  | "spent"
  | "expired";

export type OutcomeWords = {
  readonly state: FormState;
  readonly message: string;
  readonly more: readonly string[];
  readonly action?: { readonly href: string; readonly label: string };
};

/** What is known besides the name of the outcome. Nothing here is required: words without facts are still true. */
export type OutcomeFacts = {
  readonly attempt: string;
  /** Of the order that exists, if one does. */
  readonly reference?: string | undefined;
  /** Of the cart now. */
  readonly total?: Money | undefined;
  readonly shortLines?: readonly ShortLine[] | undefined;
  readonly declineCode?: string | undefined;
};

export type ShortLine = { readonly name: string; readonly available: number };

const nothingCharged = "Nothing was ordered and nothing was charged.";

const calm: ReadonlySet<FormState> = new Set(["placed", "replayed", "spent", "unknown"]);

/** Whether an outcome stops the buyer. A replay and a spent checkout are good news: the order exists. */
export function isProblem(state: FormState): boolean {
  return !calm.has(state);
}

/** While the answer is awaited. */
export const waitingWords = {
  submitting: "Placing your order…",
  slow: "Still working. You will be charged once.",
  queued:
    "You are offline. Your order is saved in this browser and will be sent when you are back online, also if you close this page and open it again. You will be charged once.",
  inFlight: "We are already placing this order. You will be charged once.",
  busy: "We can’t answer right now and ask again by ourselves. You will be charged once.",
  lost: "The answer got lost and we ask again by ourselves. You will be charged once.",
} as const;

/** @param replayed makes no difference to a buyer: it is the same order on the same screen */
export function placedWords(reference: string, replayed: boolean): OutcomeWords {
  return {
    state: replayed ? "replayed" : "placed",
    message: "Your order is placed.",
    more: [],
    action: { href: `/orders/${reference}`, label: `See order ${reference}` },
  };
}

export function unknownWords(attempt: string): OutcomeWords {
  return {
    state: "unknown",
    message: "We don’t know yet whether your order went through.",
    more: ["We keep asking with the same request. You will be charged once."],
    action: { href: `/checkout/${attempt}/status`, label: "See what we know" },
  };
}

/** @param code the name of a problem, as in `/problems/<code>` */
export function refusalWords(code: string, facts: OutcomeFacts): OutcomeWords {
  const review = { href: `/checkout/${facts.attempt}`, label: "Review your order again" };
  const toOrders = { href: "/orders", label: "See your orders" };
  const toOrder = facts.reference
    ? { href: `/orders/${facts.reference}`, label: `See order ${facts.reference}` }
    : toOrders;
  switch (code) {
    case "payment-declined":
      return {
        state: "declined",
        message: "The card was declined. No money was taken.",
        more: [
          ...(facts.declineCode ? [`The reason: ${declineReason(facts.declineCode)}.`] : []),
          `Your order${facts.reference ? ` ${facts.reference}` : ""} is kept and waits for payment.`,
        ],
        action: { ...toOrder, label: "Pay with another card" },
      };
    case "cart-changed":
      return {
        state: "conflict",
        message: `Your cart changed since this page was shown. ${nothingCharged}`,
        more: facts.total ? [`The total is now ${formatMoney(facts.total)}.`] : [],
        action: review,
      };
    case "out-of-stock":
      return {
        state: "conflict",
        message: `Part of your cart is sold out. ${nothingCharged}`,
        more: (facts.shortLines ?? []).map(shortLineWords),
        action: { href: "/cart", label: "Change your cart" },
      };
    case "cart-empty":
      return {
        state: "conflict",
        message: `Your cart is empty. ${nothingCharged}`,
        more: [],
        action: { href: "/cart", label: "Go to your cart" },
      };
    case "stale-version":
    case "transition-not-allowed":
      return {
        state: "conflict",
        message: "This order changed since this page was shown. Nothing was charged by this press.",
        more: ["See where it stands now before you go on."],
        action: facts.reference ? toOrder : review,
      };
    case "key-reused":
      return {
        state: "mismatch",
        message: "This order changed while it was being sent; nothing new was charged. Review it.",
        more: [],
        action: review,
      };
    case "cart-already-ordered":
      return {
        state: "spent",
        message: "This cart is already an order. It was not ordered again.",
        more: [],
        action: toOrder,
      };
    case "key-expired":
      return {
        state: "expired",
        message: "This checkout is too old; check your orders first.",
        more: ["If the order isn’t there, open this page again and place it. That can’t charge you twice."],
        action: toOrders,
      };
    case "unauthenticated":
    case "forbidden":
    case "not-found":
      return {
        state: "expired",
        message: "This checkout no longer belongs to this browser. This press charged nothing.",
        more: ["That happens after signing in or out. Your cart tells you where you are."],
        action: { href: "/cart", label: "Go to your cart" },
      };
    case "invalid-input":
      return {
        state: "idle",
        message: `Something in your details can’t be used. ${nothingCharged}`,
        more: ["What you typed is kept."],
        action: { href: `/checkout/${facts.attempt}?step=details`, label: "Check your details" },
      };
    case "precondition-required":
    case "key-missing":
    case "key-malformed":
      return {
        state: "idle",
        message: `This page sent an incomplete request. ${nothingCharged}`,
        more: ["Load the page again and press once more. That can’t charge you twice."],
        action: review,
      };
    case "key-in-flight":
    case "unavailable":
    case "rate-limited":
    case "internal":
      return unknownWords(facts.attempt);
    default:
      return {
        state: "idle",
        message: `We could not place this order. ${nothingCharged}`,
        more: [],
        action: review,
      };
  }
}

function shortLineWords({ name, available }: ShortLine): string {
  return available === 0 ? `${name}: none left.` : `${name}: only ${available} left.`;
}

/** The one other tab of this browser that was quicker. */
export const elsewhereWords = "This cart was ordered in another tab.";
