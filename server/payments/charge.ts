// The conversation with the provider. It cannot import the database, so no transaction can be open while it waits.

import type { Money } from "../domain/money.ts";
import { type ChargeOutcome, providerKeyOf } from "../domain/payment.ts";
import type { Processor } from "./processor.ts";

export type Charge = { paymentId: string; orderId: string; method: string; money: Money };

// One try may take this long; a healthy provider answers in a second or two, a slow bank in six.
const tryTimeoutMs = 8_000;
// A lost answer is usually one lost answer; the same key again finds out what happened.
const triesMax = 3;
const pauseMs = 150;

/**
 * Asks until the outcome is known, at most three times and `budgetMs` in all, always with the same key.
 * @returns the outcome, and how many times the provider was asked
 */
export async function charge(
  processor: Processor,
  { paymentId, orderId, method, money }: Charge,
  budgetMs: number,
): Promise<{ outcome: ChargeOutcome; tries: number }> {
  const deadline = performance.now() + budgetMs;
  const request = { key: providerKeyOf(paymentId), orderId, paymentId, method, money };
  for (let tries = 1; ; tries++) {
    const left = Math.max(1, deadline - performance.now());
    const outcome = await processor.charge(request, Math.min(tryTimeoutMs, left));
    const pause = pauseMs * 2 ** (tries - 1);
    if (outcome.kind !== "unknown" || tries === triesMax || performance.now() + pause >= deadline) {
      return { outcome, tries };
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
