// Refunds, in full or in part, at once or one after another, and never more than was charged.
// https://docs.stripe.com/api/refunds/create
//
// Each refund says what had been refunded before it. Two that start from the same sum cannot both be recorded (unique
// constraint `one_refund_at_a_time`); the one that lost reads the new sum and decides again.
import { z } from "zod";
import { constraintOf, type Sql } from "./database.ts";
import { missingParameter, noSuch, objectBusy } from "./errors.ts";
import { makeEvent } from "./events.ts";
import { type FoundCharge, findCharge, findRefund } from "./find-objects.ts";
import type { Claim, Remembered } from "./idempotency.ts";
import { newId } from "./ids.ts";
import { listPage } from "./lists.ts";
import { chargeObject, type RefundRow, refundObject } from "./objects.ts";
import { type Call, effect, reading } from "./operation.ts";
import { amount, expand, listShape, metadata } from "./parameters.ts";
import { refundRefusal } from "./refund-refusal.ts";
import type { World } from "./world.ts";

const createParameters = z.strictObject({
  payment_intent: z.string().optional(),
  charge: z.string().optional(),
  amount: amount.optional(),
  reason: z.enum(["duplicate", "fraudulent", "requested_by_customer"]).optional(),
  metadata: metadata.default({}),
  expand,
});

type CreateParameters = z.infer<typeof createParameters>;

/** Each lost round means that another refund of the same charge was made, so only a crowd gets this far. */
const roundsMax = 50;

export const createRefund = effect<CreateParameters>({
  name: "refunds.create",
  parameters: createParameters,
  check({ payment_intent, charge }) {
    if (payment_intent === undefined && charge === undefined) throw missingParameter("payment_intent");
  },
  async perform(world, call, claim) {
    for (let round = 1; round <= roundsMax; round += 1) {
      const answer = await tryRefund(world, call, claim);
      if (answer !== "overtaken") return answer;
    }
    // Not remembered: the same key may be tried again.
    throw objectBusy();
  },
});

async function tryRefund(
  { sql, recorder }: World,
  call: Call<CreateParameters>,
  claim: Claim,
): Promise<Remembered | "lost" | "overtaken"> {
  const found = await findRefunded(sql, call.parameters);
  const refused = refundRefusal(found, call.parameters);
  if (refused !== undefined || found === undefined) {
    const answer = { status: refused?.status ?? 400, body: JSON.stringify({ error: refused?.body }) };
    return (await recorder.record(claim, answer, { subject: {} })) === "lost" ? "lost" : answer;
  }
  const refund = rowFor(found, call.parameters, claim);
  const answer = { status: 200, body: JSON.stringify(refundObject(refund)) };
  const facts = {
    refunds: [refund],
    events: eventsFor(refund, found, call, claim.at),
    subject: { ...found.charge.metadata, ...refund.metadata },
  };
  try {
    return (await recorder.record(claim, answer, facts)) === "lost" ? "lost" : answer;
  } catch (error) {
    if (constraintOf(error) === "one_refund_at_a_time") return "overtaken";
    throw error;
  }
}

function findRefunded(
  sql: Sql,
  { charge, payment_intent }: CreateParameters,
): Promise<FoundCharge | undefined> {
  return charge === undefined
    ? findCharge(sql, "payment_intent", payment_intent ?? "")
    : findCharge(sql, "id", charge);
}

function rowFor({ charge, refunded }: FoundCharge, asked: CreateParameters, claim: Claim): RefundRow {
  return {
    id: newId("re"),
    created: claim.at,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    amount: asked.amount ?? charge.amount - refunded,
    currency: charge.currency,
    reason: asked.reason ?? null,
    metadata: asked.metadata,
    refunded_before: refunded,
    charge_amount: charge.amount,
    idempotency_key: claim.key,
    key_generation: claim.generation,
  };
}

function eventsFor(refund: RefundRow, found: FoundCharge, call: Call<CreateParameters>, at: number) {
  const cause = { requestId: call.requestId, key: call.key ?? null, apiVersion: call.apiVersion, at };
  return [
    makeEvent("refund.created", refundObject(refund), cause),
    makeEvent("charge.refunded", chargeObject(found.charge, found.refunded + refund.amount), cause),
    makeEvent("refund.updated", refundObject(refund), cause),
  ];
}

const retrieveParameters = z.strictObject({ expand });

export const retrieveRefund = reading<z.infer<typeof retrieveParameters>>({
  name: "refunds.retrieve",
  parameters: retrieveParameters,
  async read({ sql }, { id }) {
    const refund = await findRefund(sql, id);
    if (refund === undefined) throw noSuch("refund", id, "id", 404);
    return refundObject(refund);
  },
});

const listParameters = z.strictObject({
  ...listShape,
  payment_intent: z.string().optional(),
  charge: z.string().optional(),
});

export const listRefunds = reading<z.infer<typeof listParameters>>({
  name: "refunds.list",
  parameters: listParameters,
  read({ sql }, { parameters }) {
    const { payment_intent: intent, charge } = parameters;
    return listPage<RefundRow>(sql, {
      what: "refund",
      path: "/v1/refunds",
      table: "refunds",
      columns: sql`o.*`,
      where: sql`(${intent ?? null}::text is null or o.payment_intent = ${intent ?? null})
        and (${charge ?? null}::text is null or o.charge = ${charge ?? null})`,
      asked: parameters,
      toObject: refundObject,
    });
  },
});
