// The port to the outside world's money. An adapter answers with facts, never with exceptions for things that can happen
// on a network: "unknown" is a fact too.
import type { Money } from "../domain/money.ts";
import type { ChargeOutcome } from "../domain/payment.ts";

export type ChargeRequest = {
  /** Forwarded as the provider's idempotency key: the same for every try of one payment. */
  readonly key: string;
  readonly orderId: string;
  readonly paymentId: string;
  readonly method: string;
  readonly money: Money;
};

export type Processor = {
  /** Asks for the money. Safe to repeat with the same key. Takes at most `timeoutMs`. */
  charge(request: ChargeRequest, timeoutMs: number): Promise<ChargeOutcome>;
  /** Whether the provider answers at all, for `/api/ready`. */
  isReachable(timeoutMs: number): Promise<boolean>;
};
