// Reads a request off the wire once, and makes out whom it is about, before anything is decided: faults and the
// record of requests need that even when the request is refused.
import type { Context } from "hono";
import { readBody } from "./body.ts";
import type { Sql } from "./database.ts";
import { badRequest, type StripeError, tooLarge } from "./errors.ts";
import { defaultApiVersion } from "./events.ts";
import type { OperationName, Target } from "./faults.ts";
import { type Form, parseForm } from "./form.ts";
import { newId } from "./ids.ts";
import type { Metadata } from "./objects.ts";

export type Received = {
  requestId: string;
  operation: OperationName;
  path: string;
  /** The id in the address, or "". */
  id: string;
  authorization: string | undefined;
  key: string | undefined;
  apiVersion: string;
  /** The parameters as sent, from the body or the query. */
  text: string;
  form: Form;
  /** Why the body cannot be read, if it cannot. */
  unreadable: StripeError | undefined;
  paymentMethod: string | undefined;
  paymentIntent: string | undefined;
  metadata: Metadata;
};

export async function receive(c: Context, operation: OperationName): Promise<Received> {
  const posted = c.req.method === "POST";
  const text = posted ? await readBody(c.req.raw) : new URL(c.req.url).search.slice(1);
  const { form, unreadable } = text === undefined ? { form: {}, unreadable: tooLarge() } : read(c, text);
  const id = c.req.param("id") ?? "";
  return {
    requestId: newId("req"),
    operation,
    path: c.req.path,
    id,
    authorization: c.req.header("authorization"),
    key: posted ? c.req.header("idempotency-key") : undefined,
    apiVersion: c.req.header("stripe-version") ?? defaultApiVersion,
    text: text ?? "",
    form,
    unreadable,
    paymentMethod: textOf(form.payment_method),
    paymentIntent: id.startsWith("pi_") ? id : textOf(form.payment_intent),
    metadata: metadataOf(form.metadata),
  };
}

function read(c: Context, text: string): { form: Form; unreadable: StripeError | undefined } {
  const isForm = c.req.header("content-type")?.startsWith("application/x-www-form-urlencoded") ?? false;
  if (c.req.method === "POST" && text !== "" && !isForm) {
    const message = "Invalid request: the content type of a POST must be application/x-www-form-urlencoded.";
    return { form: {}, unreadable: badRequest(message) };
  }
  try {
    return { form: parseForm(text), unreadable: undefined };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { form: {}, unreadable: badRequest(error.message) };
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function metadataOf(value: unknown): Metadata {
  const entries = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(entries.filter(([, text]) => typeof text === "string"));
}

/** What faults are matched against: a refund or a look-up counts as being about the order of the payment it names. */
export async function targetOf(sql: Sql, received: Received): Promise<Target> {
  const { operation, paymentMethod, key, paymentIntent } = received;
  const [intent] =
    paymentIntent === undefined
      ? []
      : await sql<{ metadata: Metadata }[]>`select metadata from payment_intents where id = ${paymentIntent}`;
  return { operation, paymentMethod, key, metadata: { ...intent?.metadata, ...received.metadata } };
}
