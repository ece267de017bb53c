// One request to its answer, in Stripe's order: who asks, can the parameters be read, has this key been used, and only
// then the work. Refusals before the key are not remembered for it. A fault strikes where such a failure really would.
import { badRequest, keyInUse, providerFault, StripeError, unauthenticated } from "./errors.ts";
import type { Fault } from "./faults.ts";
import type { Call, Operation, Reading } from "./operation.ts";
import { readParameters } from "./parameters.ts";
import { hangMs } from "./payment-methods.ts";
import { type Received, targetOf } from "./receive.ts";
import { type Answer, type Reply, refusal } from "./reply.ts";
import type { Outcome } from "./requests.ts";
import { runOnce } from "./run-once.ts";
import { delayBeforeMs, waitBeforeWork } from "./wait.ts";
import type { World } from "./world.ts";

/** As long as Stripe lets a key be. */
const keyLengthMax = 255;

export type Answered = { reply: Reply; fault: Fault | undefined };

export async function answerRequest<P>(
  world: World,
  received: Received,
  operation: Operation<P>,
): Promise<Answered> {
  let fault: Fault | undefined;
  try {
    const call = readCall(received, operation);
    fault = world.faults.isEmpty() ? undefined : world.faults.take(await targetOf(world.sql, received));
    const reply =
      replyBeforeWork(fault, received) ?? (await replyAfterWork(world, received, operation, call, fault));
    return { reply, fault };
  } catch (error) {
    return { reply: replyToError(world, received, error), fault };
  }
}

function readCall<P>(received: Received, operation: Operation<P>): Call<P> {
  const { authorization, unreadable, key, id, requestId, apiVersion } = received;
  if (!/^Bearer sk_test_\S+$/.test(authorization ?? "")) throw unauthenticated(authorization);
  if (unreadable) throw unreadable;
  if (key !== undefined && (key === "" || key.length > keyLengthMax)) {
    throw badRequest(`Idempotency keys have 1 to ${keyLengthMax} characters.`);
  }
  const parameters = readParameters(operation.parameters, received.form);
  if (operation.kind === "effect") operation.check?.(parameters);
  return { parameters, id, requestId, key, apiVersion };
}

function replyBeforeWork(fault: Fault | undefined, received: Received): Reply | undefined {
  switch (fault?.kind) {
    case "reset_before":
      return { kind: "reset" };
    case "hang":
      return { kind: "hang", mostMs: fault.delayMs ?? hangMs };
    case "error_409":
      throw keyInUse(received.key ?? "(none)");
    case "error_500":
      if (fault.stored) return undefined;
      throw providerFault();
    case "delay":
    case "drop_response":
    case undefined:
      return undefined;
  }
}

async function replyAfterWork<P>(
  world: World,
  received: Received,
  operation: Operation<P>,
  call: Call<P>,
  fault: Fault | undefined,
): Promise<Reply> {
  const reply =
    operation.kind === "effect"
      ? await runOnce(world, received, operation, call, fault)
      : await answerReading(world, operation, call, fault);
  if (reply.kind !== "answer") return reply;
  if (fault?.kind === "drop_response") return { ...reply, kind: "drop" };
  if (fault?.kind === "delay" && fault.when === "after") return { ...reply, lateMs: fault.delayMs ?? 0 };
  return reply;
}

async function answerReading<P>(
  world: World,
  operation: Reading<P>,
  call: Call<P>,
  fault: Fault | undefined,
): Promise<Reply> {
  await waitBeforeWork(world, delayBeforeMs(fault));
  if (fault?.kind === "error_500") throw providerFault();
  const body = JSON.stringify(await operation.read(world, call));
  return {
    kind: "answer",
    status: 200,
    body,
    outcome: "answered",
    replayed: false,
    lateMs: 0,
  } satisfies Reply & Answer;
}

function replyToError(world: World, received: Received, error: unknown): Reply {
  if (error instanceof StripeError) return refusal(error, outcomeOf(error));
  // A stop in the middle of a wait: the client learns nothing, as when a process dies.
  if (world.stopping.aborted) return { kind: "reset" };
  world.log.error({ err: error, request: received.requestId }, "the simulator failed");
  return refusal(providerFault(), "failed");
}

function outcomeOf(error: StripeError): Outcome {
  if (error.status >= 500) return "failed";
  if (error.body.type === "idempotency_error") return "key_reused";
  return error.body.code === "idempotency_key_in_use" ? "key_in_use" : "refused";
}
