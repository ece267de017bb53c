// An answer that waits for a payment. What was committed (an order, a new payment) has its payment in flight; then the
// provider is asked. The stored answer stays provisional until the outcome is known or the request has waited long enough,
// and is then final for ever: whoever asks with this key again gets these bytes.
import { readBody } from "../domain/answers.ts";
import type { Order } from "../domain/order.ts";
import {
  findAnswer,
  finishAnswer,
  type Intent,
  KeyError,
  type Outcome,
  type Policy,
} from "../idempotency/index.ts";
import { resumePayment, type Till } from "./resume-payment.ts";

export type Desk = Till & {
  readonly keys: Policy;
  /** Hands over work that outlives its request, so that a graceful stop can wait for it. */
  readonly keepGoing: (work: Promise<unknown>) => void;
};

// The row is born with its first lease, held by the request that made it.
const firstLease = { epoch: 1 };
const pollMs = 60;

/**
 * Takes an outcome whose payment may be in flight to its final answer.
 * @param waitMs how long the request that made the payment waits for the provider, in milliseconds; 0 not at all
 * @throws KeyError `key-in-flight` for a retry that comes while the payment is still being made
 */
export async function payOnce(
  desk: Desk,
  intent: Intent,
  outcome: Outcome,
  waitMs: number,
): Promise<Outcome> {
  if (outcome.kind === "performed") return payFirst(desk, intent, outcome, waitMs);
  return outcome.answer.provisional ? waitForFinal(desk, intent, outcome) : outcome;
}

async function payFirst(desk: Desk, intent: Intent, outcome: Outcome, waitMs: number): Promise<Outcome> {
  if (outcome.answer.status !== 201) return outcome; // a refusal that was remembered: there is nothing to pay
  const paying = resumePayment(desk, paymentIdOf(outcome), firstLease);
  desk.keepGoing(paying);
  if (!outcome.answer.provisional) return outcome;
  await settledWithin(paying, waitMs);
  // Nothing known in time: the provisional answer becomes final as it stands, a receipt for an order that awaits payment.
  await finishAnswer(desk.db.auto, intent);
  const answer = await findAnswer(desk.db.auto, intent);
  if (!answer) throw new Error("a committed key row is gone");
  return { ...outcome, answer };
}

async function waitForFinal(desk: Desk, intent: Intent, outcome: Outcome): Promise<Outcome> {
  const deadline = performance.now() + desk.keys.waitMs;
  // Does nothing while somebody holds the lease; takes the payment over when its maker is gone.
  desk.keepGoing(resumePayment(desk, paymentIdOf(outcome)));
  for (;;) {
    const answer = await findAnswer(desk.db.auto, intent);
    if (answer && !answer.provisional) return { ...outcome, answer };
    if (performance.now() + pollMs >= deadline) throw new KeyError("key-in-flight", { retryAfterSeconds: 1 });
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

function paymentIdOf({ answer }: Outcome): string {
  return (readBody(answer) as Order).payment.id;
}

async function settledWithin(work: Promise<unknown>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([work.catch(() => {}), late]);
  clearTimeout(timer);
}
