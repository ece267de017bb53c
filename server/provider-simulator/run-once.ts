// The work behind an idempotency key, and the odd behaviour of the simulator's own payment methods around it.
import { randomUUID } from "node:crypto";
import { keyInUse, providerFault } from "./errors.ts";
import type { Fault } from "./faults.ts";
import { type Claim, fingerprintOf, type Remembered } from "./idempotency.ts";
import type { Call, Effect } from "./operation.ts";
import { findPaymentMethod, hangMs, slowMs } from "./payment-methods.ts";
import type { Received } from "./receive.ts";
import type { Reply } from "./reply.ts";
import type { Outcome } from "./requests.ts";
import { delayBeforeMs, waitBeforeWork } from "./wait.ts";
import type { World } from "./world.ts";

export async function runOnce<P>(
  world: World,
  received: Received,
  operation: Effect<P>,
  call: Call<P>,
  fault: Fault | undefined,
): Promise<Reply> {
  const oddity = findPaymentMethod(received.paymentMethod ?? "")?.oddity;
  if (oddity === "hang") return { kind: "hang", mostMs: hangMs };

  // Without a key nothing protects the caller, as at Stripe: every send is a request of its own.
  const key = received.key ?? `none-${randomUUID()}`;
  const fingerprint = fingerprintOf(`POST ${received.path}`, received.text);
  const done = await world.keys.once(key, fingerprint, async (claim): Promise<Remembered> => {
    await waitBeforeWork(world, world.settings.delayMs + delayBeforeMs(fault));
    // Thrown, so nothing is remembered, and the next try finds the key free.
    if (oddity === "error_once" && claim.tries === 1) throw providerFault();
    const recorded = await (fault?.kind === "error_500"
      ? rememberFailure(world, claim)
      : operation.perform(world, call, claim));
    if (recorded === "lost") throw keyInUse(key);
    return recorded;
  });

  if (done.kind === "replay") return { ...answer(done, "replayed", true), lateMs: delayBeforeMs(fault) };
  const first = answer(done.answer, outcomeOf(done.answer.status), false);
  if (oddity === "lost_reply") return { ...first, kind: "drop" };
  return oddity === "slow" ? { ...first, lateMs: slowMs } : first;
}

async function rememberFailure(world: World, claim: Claim): Promise<Remembered | "lost"> {
  const { status, body } = providerFault();
  const failure = { status, body: JSON.stringify({ error: body }) };
  return (await world.recorder.record(claim, failure, { subject: {} })) === "lost" ? "lost" : failure;
}

function outcomeOf(status: number): Outcome {
  if (status === 402) return "declined";
  if (status >= 500) return "failed";
  return status >= 400 ? "refused" : "performed";
}

function answer(remembered: Remembered, outcome: Outcome, replayed: boolean) {
  const { status, body } = remembered;
  return { kind: "answer" as const, status, body, outcome, replayed, lateMs: 0 };
}
