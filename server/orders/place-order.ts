// Placing an order: read, decide, write. The write is one statement whose claim on the key gates every effect, so two
// racers, a retry after a lost answer and a double click all end in one order and the same answer.
import { randomBytes } from "node:crypto";
import { v7 as uuidV7 } from "uuid";
import type { Db } from "../../db/client.ts";
import { hashOfToken } from "../accounts/tokens.ts";
import { orderCreated, problemAnswer } from "../domain/answers.ts";
import { DomainError } from "../domain/errors.ts";
import type { PlaceOrderInput } from "../domain/inputs.ts";
import {
  answerFrom,
  bucketOf,
  fingerprintOf,
  type Intent,
  Line,
  type Outcome,
  type Policy,
  performOnce,
  refuseOutsideWindow,
  withPartition,
} from "../idempotency/index.ts";
import { leaseSeconds } from "../payments/resume-payment.ts";
import { decideOrder, type Minted } from "./decide-order.ts";
import { readForOrder } from "./read-for-order.ts";
import { refuseSoldOut } from "./refuse-sold-out.ts";
import { writeOrder } from "./write-order.ts";

export type PlaceOrder = {
  readonly accountId: string;
  readonly key: string;
  readonly input: PlaceOrderInput;
  /** Whether the stored answer waits for the payment's outcome before it becomes final. */
  readonly awaitsPayment: boolean;
};

export type Placed = Outcome & { readonly intent: Intent };

const line = new Line();

/**
 * Makes the order of a cart, once. The order is `pending_payment` with an `in_flight` payment; the caller drives the
 * payment on.
 * @throws DomainError `not-found`, `cart-changed`, `cart-already-ordered`, `cart-empty`: nothing was written, key free
 * @throws KeyError `key-reused`, `key-in-flight`, `key-expired`, `key-malformed`
 */
export async function placeOrder(db: Db, request: PlaceOrder, policy: Policy): Promise<Placed> {
  const { attempt, ...meaning } = request.input;
  const intent: Intent = {
    accountId: request.accountId,
    key: request.key,
    operation: "orders.place",
    fingerprint: fingerprintOf({ operation: "orders.place", input: meaning }),
  };
  const tokenHash = attempt === undefined ? null : hashOfToken(attempt);
  const read = () =>
    readForOrder(db, {
      accountId: request.accountId,
      key: request.key,
      bucket: bucketOf(request.key),
      cartId: request.input.cartId,
      tokenHash,
    });

  const replayIfKnown = async () => {
    const { keyRow } = await read();
    return keyRow && replayed(intent, answerFrom(keyRow, intent));
  };

  const attemptOnce = async (claimTimeoutMs: number): Promise<Placed> => {
    const seen = await read();
    if (seen.keyRow) return replayed(intent, answerFrom(seen.keyRow, intent));
    refuseOutsideWindow(request.key, seen.nowMs, policy);
    const minted = mint();
    const order = decideOrder(seen, request.input, minted);
    const answer = orderCreated(order);
    const written = await writeOrder(db, {
      intent,
      order,
      answer,
      awaitsPayment: request.awaitsPayment,
      tokenHash,
      cartVersion: request.input.cartVersion,
      minted,
      leaseSeconds,
      claimTimeoutMs,
      effectTimeoutMs: policy.lockTimeoutMs ?? policy.waitMs,
    });
    if (written.kind === "lost") return replayed(intent, answerFrom(written.row, intent));
    return { kind: "performed", intent, answer: { ...answer, provisional: request.awaitsPayment } };
  };

  try {
    return await withPartition(db.auto, policy, () =>
      line.enter(`${intent.accountId} ${intent.key}`, policy.waitMs, attemptOnce, replayIfKnown),
    );
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "out-of-stock") throw error;
    // Sold out at commit is a final refusal, so it is remembered: a retry of this key is told the same.
    const lines = (await read()).cart?.lines ?? [];
    const refused = await performOnce(
      db,
      intent,
      async (tx) => problemAnswer("out-of-stock", { lines: await refuseSoldOut(tx, lines) }),
      policy,
    );
    return { ...refused, intent };
  }
}

function replayed(intent: Intent, answer: Outcome["answer"]): Placed {
  return { kind: "replayed", intent, answer };
}

function mint(): Minted {
  return {
    orderId: uuidV7(),
    paymentId: uuidV7(),
    historyId: uuidV7(),
    messageId: uuidV7(),
    random: randomBytes(8),
  };
}
