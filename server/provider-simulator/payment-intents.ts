// Creating and confirming a payment in one call, which is the only way the shop pays.
// https://docs.stripe.com/api/payment_intents/create
import { z } from "zod";
import { invalidParameter, noSuch } from "./errors.ts";
import { type Cause, makeEvent } from "./events.ts";
import { findIntent } from "./find-objects.ts";
import type { Claim, Remembered } from "./idempotency.ts";
import { newId } from "./ids.ts";
import { listPage } from "./lists.ts";
import { type ChargeRow, cardError, chargeObject, type IntentRow, intentObject } from "./objects.ts";
import { type Call, effect, reading } from "./operation.ts";
import { amount, currency, expand, listShape, metadata } from "./parameters.ts";
import { type Decline, findPaymentMethod } from "./payment-methods.ts";
import type { World } from "./world.ts";

const createParameters = z.strictObject({
  amount,
  currency,
  payment_method: z.string(),
  confirm: z.literal("true", "The simulator confirms in the same call: send confirm=true."),
  metadata: metadata.default({}),
  description: z.string().max(1000).optional(),
  // Accepted, and of no consequence for the test payment methods.
  off_session: z.string().optional(),
  automatic_payment_methods: z.record(z.string(), z.string()).optional(),
  payment_method_types: z.array(z.string()).optional(),
  capture_method: z.enum(["automatic", "automatic_async"], "The simulator captures at once.").optional(),
  confirmation_method: z.literal("automatic").optional(),
  error_on_requires_action: z.enum(["true", "false"]).optional(),
  receipt_email: z.string().optional(),
  return_url: z.string().optional(),
  statement_descriptor_suffix: z.string().optional(),
  expand,
});

type CreateParameters = z.infer<typeof createParameters>;

export const createPaymentIntent = effect<CreateParameters>({
  name: "payment_intents.create",
  parameters: createParameters,
  check(parameters) {
    if (findPaymentMethod(parameters.payment_method) === undefined) {
      throw noSuch("PaymentMethod", parameters.payment_method, "payment_method", 400);
    }
  },
  async perform(world, call, claim) {
    const decline = findPaymentMethod(call.parameters.payment_method)?.decline;
    const { intent, charge } = rowsFor(call.parameters, claim, decline);
    const cause = {
      requestId: call.requestId,
      key: call.key ?? null,
      apiVersion: call.apiVersion,
      at: claim.at,
    };
    const answer = answerFor(intent, charge, decline, call);
    const facts = {
      intents: [intent],
      charges: [charge],
      events: eventsFor(intent, charge, cause),
      subject: intent.metadata,
    };
    return (await world.recorder.record(claim, answer, facts)) === "lost" ? "lost" : answer;
  },
});

/** What a payment puts on the record: the intent, and the one charge it tried. */
export function rowsFor(
  asked: Pick<CreateParameters, "amount" | "currency" | "payment_method" | "metadata" | "description">,
  claim: Claim,
  decline: Decline | undefined,
): { intent: IntentRow; charge: ChargeRow } {
  const shared = {
    created: claim.at,
    amount: asked.amount,
    currency: asked.currency,
    payment_method: asked.payment_method,
    description: asked.description ?? null,
    metadata: asked.metadata,
  };
  const intentId = newId("pi");
  const charge: ChargeRow = {
    ...shared,
    id: newId("ch"),
    payment_intent: intentId,
    status: decline ? "failed" : "succeeded",
    decline_code: decline?.declineCode ?? null,
    idempotency_key: claim.key,
    key_generation: claim.generation,
  };
  const status = decline ? "requires_payment_method" : "succeeded";
  return { intent: { ...shared, id: intentId, status, latest_charge: charge.id }, charge };
}

export function eventsFor(intent: IntentRow, charge: ChargeRow, cause: Cause) {
  const paid = charge.status === "succeeded";
  return [
    makeEvent(paid ? "charge.succeeded" : "charge.failed", chargeObject(charge, 0), cause),
    makeEvent(
      paid ? "payment_intent.succeeded" : "payment_intent.payment_failed",
      intentObject(intent, charge.decline_code),
      cause,
    ),
  ];
}

function answerFor(
  intent: IntentRow,
  charge: ChargeRow,
  decline: Decline | undefined,
  call: Call<CreateParameters>,
): Remembered {
  const object = expanded(intent, charge, 0, call.parameters.expand);
  if (decline === undefined) return { status: 200, body: JSON.stringify(object) };
  const error = { ...cardError(decline, charge.id, charge.payment_method), payment_intent: object };
  return { status: 402, body: JSON.stringify({ error }) };
}

function expanded(intent: IntentRow, charge: ChargeRow, refunded: number, expand: string[] = []) {
  const object = intentObject(intent, charge.decline_code);
  return expand.includes("latest_charge")
    ? { ...object, latest_charge: chargeObject(charge, refunded) }
    : object;
}

const retrieveParameters = z.strictObject({ expand, client_secret: z.string().optional() });

export const retrievePaymentIntent = reading<z.infer<typeof retrieveParameters>>({
  name: "payment_intents.retrieve",
  parameters: retrieveParameters,
  async read(world, call) {
    const found = await findIntent(world.sql, call.id);
    if (found === undefined) throw noSuch("payment_intent", call.id, "intent", 404);
    return expanded(found.intent, found.charge, found.refunded, call.parameters.expand);
  },
});

const listParameters = z.strictObject({ ...listShape, customer: z.string().optional() });

export const listPaymentIntents = reading<z.infer<typeof listParameters>>({
  name: "payment_intents.list",
  parameters: listParameters,
  read({ sql }: World, call) {
    if (call.parameters.customer !== undefined)
      throw invalidParameter("customer", "The simulator has no customers.");
    return listPage<IntentRow & { decline_code: string | null }>(sql, {
      what: "payment_intent",
      path: "/v1/payment_intents",
      table: "payment_intents",
      columns: sql`o.*, (select decline_code from charges c where c.id = o.latest_charge)`,
      where: sql`true`,
      asked: call.parameters,
      toObject: (row) => intentObject(row, row.decline_code),
    });
  },
});
