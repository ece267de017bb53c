// The catalogue of everything that can be refused. Status numbers live in http/error-map.ts, never here.

/** What a caller may do next: send the same request again, read first, start a new intent, or stop. */
export type Retry = "same-key" | "refresh-first" | "new-intent" | "never";

export const problems = {
  "invalid-input": {
    title: "Something in the request is not valid; nothing was changed.",
    retry: "new-intent",
  },
  "key-missing": { title: "This operation needs an Idempotency-Key; nothing was done.", retry: "new-intent" },
  "key-malformed": { title: "The Idempotency-Key cannot be read; nothing was done.", retry: "new-intent" },
  unauthenticated: { title: "We don't know who is asking; nothing was done.", retry: "same-key" },
  forbidden: { title: "This account may not do that; nothing was done.", retry: "never" },
  "not-found": { title: "There is nothing here that this account can see.", retry: "never" },
  "method-not-allowed": {
    title: "This address does not take that method; nothing was done.",
    retry: "never",
  },
  "payment-declined": { title: "The card was declined; no money was taken.", retry: "new-intent" },
  "key-in-flight": {
    title: "The first try of this request is still running; ask again shortly.",
    retry: "same-key",
  },
  "transition-not-allowed": {
    title: "The order cannot move there from where it is.",
    retry: "refresh-first",
  },
  "cart-changed": {
    title: "The cart changed since it was shown; nothing was charged.",
    retry: "refresh-first",
  },
  "cart-already-ordered": {
    title: "This cart is already an order; it was not ordered again.",
    retry: "never",
  },
  "cart-empty": { title: "The cart is empty; there is nothing to order.", retry: "refresh-first" },
  "out-of-stock": { title: "Part of the cart is sold out; nothing was charged.", retry: "new-intent" },
  "refund-exceeds-captured": { title: "That is more than is left to refund.", retry: "refresh-first" },
  "stale-version": {
    title: "Somebody changed this meanwhile; nothing was overwritten.",
    retry: "refresh-first",
  },
  "too-large": { title: "The request is too large; it was not read.", retry: "never" },
  "unsupported-media-type": { title: "Only JSON is read here; nothing was done.", retry: "never" },
  "rate-limited": { title: "Too many requests; nothing was done.", retry: "same-key" },
  "key-reused": {
    title: "This key was already used for a different request; nothing was done.",
    retry: "new-intent",
  },
  "key-expired": {
    title: "This key is too old to be safe; check what exists first.",
    retry: "refresh-first",
  },
  "precondition-required": { title: "This change needs an If-Match header.", retry: "refresh-first" },
  internal: {
    title: "Something went wrong on our side; trying again cannot charge twice.",
    retry: "same-key",
  },
  unavailable: { title: "We cannot answer right now; trying again cannot charge twice.", retry: "same-key" },
} as const satisfies Record<string, { title: string; retry: Retry }>;

export type ProblemCode = keyof typeof problems;

/** Facts that go with a refusal, named as in the problem document. */
export type ProblemFacts = Readonly<Record<string, unknown>>;

/** A refusal with a name. Verbs throw it; a transaction that sees it rolls back and frees its key. */
export class DomainError extends Error {
  override readonly name = "DomainError";
  readonly code: ProblemCode;
  readonly facts: ProblemFacts;

  constructor(code: ProblemCode, facts: ProblemFacts = {}, options?: ErrorOptions) {
    super(problems[code].title, options);
    this.code = code;
    this.facts = facts;
  }
}
