// Rows, and the objects Stripe's API makes of them: the fields a shop reads, under the names and with the nulls that
// the official client's types promise.
import { type Decline, declineOf } from "./payment-methods.ts";

export type Metadata = { [name: string]: string };

export type IntentRow = {
  id: string;
  created: number;
  amount: number;
  currency: string;
  status: "succeeded" | "requires_payment_method";
  payment_method: string;
  description: string | null;
  metadata: Metadata;
  latest_charge: string;
};

export type ChargeRow = {
  id: string;
  created: number;
  payment_intent: string;
  amount: number;
  currency: string;
  status: "succeeded" | "failed";
  payment_method: string;
  description: string | null;
  metadata: Metadata;
  decline_code: string | null;
  idempotency_key: string;
  key_generation: number;
};

export type RefundRow = {
  id: string;
  created: number;
  charge: string;
  payment_intent: string;
  amount: number;
  currency: string;
  reason: string | null;
  metadata: Metadata;
  refunded_before: number;
  charge_amount: number;
  idempotency_key: string;
  key_generation: number;
};

export function cardError(decline: Decline, charge: string, paymentMethod: string) {
  return {
    charge,
    code: "card_declined",
    decline_code: decline.declineCode,
    doc_url: "https://docs.stripe.com/error-codes/card-declined",
    message: decline.message,
    payment_method: { id: paymentMethod, object: "payment_method", type: "card" },
    type: "card_error" as const,
  };
}

/** @param declineCode why the latest charge failed, if it did */
export function intentObject(row: IntentRow, declineCode: string | null) {
  const decline = declineOf(declineCode);
  const paid = row.status === "succeeded";
  return {
    id: row.id,
    object: "payment_intent",
    amount: row.amount,
    amount_capturable: 0,
    amount_received: paid ? row.amount : 0,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic",
    client_secret: `${row.id}_secret_simulator`,
    confirmation_method: "automatic",
    created: row.created,
    currency: row.currency,
    customer: null,
    description: row.description,
    last_payment_error: decline ? cardError(decline, row.latest_charge, row.payment_method) : null,
    latest_charge: row.latest_charge as string | object,
    livemode: false,
    metadata: row.metadata,
    next_action: null,
    // Stripe detaches a declined method, so that the intent asks for another.
    payment_method: paid ? row.payment_method : null,
    payment_method_options: {},
    payment_method_types: ["card"],
    processing: null,
    receipt_email: null,
    setup_future_usage: null,
    shipping: null,
    statement_descriptor: null,
    status: row.status,
  };
}

/** @param refunded what has been refunded so far, in minor units */
export function chargeObject(row: ChargeRow, refunded: number) {
  const decline = declineOf(row.decline_code);
  const paid = row.status === "succeeded";
  return {
    id: row.id,
    object: "charge",
    amount: row.amount,
    amount_captured: paid ? row.amount : 0,
    amount_refunded: refunded,
    balance_transaction: null,
    captured: paid,
    created: row.created,
    currency: row.currency,
    customer: null,
    description: row.description,
    disputed: false,
    failure_code: decline ? "card_declined" : null,
    failure_message: decline?.message ?? null,
    livemode: false,
    metadata: row.metadata,
    outcome: {
      network_status: paid ? "approved_by_network" : "declined_by_network",
      reason: decline?.declineCode ?? null,
      risk_level: "normal",
      seller_message: paid ? "Payment complete." : "The bank did not return any further details.",
      type: paid ? "authorized" : "issuer_declined",
    },
    paid,
    payment_intent: row.payment_intent,
    payment_method: row.payment_method,
    payment_method_details: { card: { brand: "visa", last4: "4242" }, type: "card" },
    receipt_url: null,
    refunded: paid && refunded === row.amount,
    status: row.status,
  };
}

export function refundObject(row: RefundRow) {
  return {
    id: row.id,
    object: "refund",
    amount: row.amount,
    balance_transaction: null,
    charge: row.charge,
    created: row.created,
    currency: row.currency,
    metadata: row.metadata,
    payment_intent: row.payment_intent,
    reason: row.reason,
    receipt_number: null,
    status: "succeeded",
  };
}
