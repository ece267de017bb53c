// From anything thrown to a problem document. What is not expected is logged with its cause and answered without detail.
import { z } from "zod";
import {
  isConnectionLoss,
  isLockTimeout,
  isSerializationFailure,
  postgresErrorOf,
} from "../../db/postgres-errors.ts";
import { type ProblemDocument, problemDocument } from "../domain/answers.ts";
import { DomainError, type ProblemCode, type ProblemFacts } from "../domain/errors.ts";
import { KeyError } from "../idempotency/index.ts";

export type Problem = {
  readonly code: ProblemCode;
  readonly document: ProblemDocument;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether this is our fault and belongs in the log with its cause. */
  readonly unexpected: boolean;
};

const retrySoon = 1;

function problem(code: ProblemCode, facts: ProblemFacts = {}, headers: Record<string, string> = {}): Problem {
  return { code, document: problemDocument(code, facts), headers, unexpected: false };
}

/** @param requestId what a person may quote to us when the answer says nothing else */
export function problemOf(error: unknown, requestId: string): Problem {
  if (error instanceof KeyError) return keyProblem(error);
  if (error instanceof DomainError) return domainProblem(error, requestId);
  if (error instanceof z.ZodError) {
    const errors = error.issues.slice(0, 20).map(({ path, message }) => ({ path: path.join("."), message }));
    return problem("invalid-input", { errors });
  }
  if (isLockTimeout(error))
    return keyProblem(new KeyError("key-in-flight", { retryAfterSeconds: retrySoon }));
  if (isConnectionLoss(error) || isSerializationFailure(error) || isBusy(error)) {
    return { ...unavailable(requestId, retrySoon), unexpected: true };
  }
  return { ...problem("internal", { requestId }), unexpected: true };
}

/** 57014 is a statement that ran into its time limit. */
function isBusy(error: unknown): boolean {
  const name = error instanceof Error ? error.name : "";
  return (
    postgresErrorOf(error)?.code === "57014" ||
    name === "CommitUnknownError" ||
    name === "TransactionTimeoutError"
  );
}

function unavailable(requestId: string, seconds: number): Problem {
  return problem("unavailable", { requestId }, { "Retry-After": String(seconds) });
}

function keyProblem({ code, retryAfterSeconds }: KeyError): Problem {
  if (code === "key-in-flight")
    return problem(code, {}, { "Retry-After": String(retryAfterSeconds ?? retrySoon) });
  const describedBy = { Link: '</api/v1/idempotency-policy>; rel="describedby"' };
  return problem(code, {}, code === "key-missing" || code === "key-malformed" ? describedBy : {});
}

function domainProblem({ code, facts }: DomainError, requestId: string): Problem {
  if (code === "unavailable") return unavailable(requestId, Number(facts.retryAfterSeconds ?? retrySoon));
  if (code === "cart-already-ordered") {
    return problem(code, facts, { Location: `/api/v1/orders/${String(facts.orderId)}` });
  }
  if (code === "stale-version") {
    const { currentTag, ...rest } = facts;
    return problem(code, rest, { ETag: String(currentTag) });
  }
  if (code === "unauthenticated") return problem(code, facts, { "WWW-Authenticate": "Bearer" });
  return problem(code, facts);
}
