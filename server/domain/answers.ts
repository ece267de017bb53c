// The wire form of what is answered. An answer is remembered in the transaction of its effect, byte for byte, so its form
// is decided here, below every transport: REST sends it as it is, tRPC reads it back, a replay repeats it.
import { type ProblemCode, type ProblemFacts, problems, type Retry } from "./errors.ts";
import { tagOf } from "./etag.ts";
import type { Order } from "./order.ts";

/** The only table with status numbers, total over the catalogue. */
export const statusOf = {
  "invalid-input": 400,
  "key-missing": 400,
  "key-malformed": 400,
  unauthenticated: 401,
  "payment-declined": 402,
  forbidden: 403,
  "not-found": 404,
  "method-not-allowed": 405,
  "key-in-flight": 409,
  "transition-not-allowed": 409,
  "cart-changed": 409,
  "cart-already-ordered": 409,
  "cart-empty": 409,
  "out-of-stock": 409,
  "refund-exceeds-captured": 409,
  "stale-version": 412,
  "too-large": 413,
  "unsupported-media-type": 415,
  "key-reused": 422,
  "key-expired": 422,
  "precondition-required": 428,
  "rate-limited": 429,
  internal: 500,
  unavailable: 503,
} as const satisfies Record<ProblemCode, number>;

/** RFC 9457. `type` is a page that explains the problem; `retry` tells a program what to do next. */
export type ProblemDocument = {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly retry: Retry;
  readonly [fact: string]: unknown;
};

export function problemDocument(code: ProblemCode, facts: ProblemFacts = {}): ProblemDocument {
  const { title, retry } = problems[code];
  return { type: `/problems/${code}`, title, status: statusOf[code], retry, ...facts };
}

/** Bytes with the headers that carry meaning; what the key layer stores. */
export type Answer = {
  readonly status: number;
  readonly contentType: string;
  readonly location: string | null;
  readonly etag: string | null;
  readonly body: Uint8Array;
};

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

export function problemAnswer(code: ProblemCode, facts: ProblemFacts = {}): Answer {
  const document = problemDocument(code, facts);
  return {
    status: document.status,
    contentType: "application/problem+json",
    location: typeof facts.orderId === "string" ? orderPath(facts.orderId) : null,
    etag: null,
    body: bytesOf(document),
  };
}

export function orderPath(id: string): string {
  return `/api/v1/orders/${id}`;
}

/** 201 for an order that now exists. */
export function orderCreated(order: Order): Answer {
  return {
    status: 201,
    contentType: "application/json",
    location: orderPath(order.id),
    etag: tagOf(order.version),
    body: bytesOf(order),
  };
}

/** Reads a stored body back, for transports that carry values instead of bytes. */
export function readBody(answer: Pick<Answer, "body">): unknown {
  return JSON.parse(new TextDecoder().decode(answer.body));
}
