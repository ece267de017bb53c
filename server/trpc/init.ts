// tRPC, set up once: every procedure says how it may be retried, and every error carries our problem document.
import { initTRPC, TRPCError } from "@trpc/server";
import { DomainError } from "../domain/errors.ts";
import { problemOf } from "../http/error-map.ts";
import type { TrpcContext } from "./context.ts";

/**
 * Why a mutation may be sent again. `local`: its whole effect is one transaction with its key. `external`: an in-flight
 * record and a forwarded key. `natural`: absolute state or a business key. `cas`: a compare-and-set says who won.
 */
export type RetryStory = "local" | "external" | "natural" | "cas";

export type Meta = { readonly retry?: RetryStory };

const t = initTRPC
  .context<TrpcContext>()
  .meta<Meta>()
  .create({
    isDev: false,
    errorFormatter: ({ shape, error, ctx }) => ({
      code: shape.code,
      message: shape.message,
      data: {
        code: shape.data.code,
        httpStatus: shape.data.httpStatus,
        problem: problemOf(causeOf(error), ctx?.request.requestId ?? "").document,
      },
    }),
  });

const codeByStatus: Record<number, TRPCError["code"]> = {
  400: "BAD_REQUEST",
  401: "UNAUTHORIZED",
  402: "PAYMENT_REQUIRED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  405: "METHOD_NOT_SUPPORTED",
  409: "CONFLICT",
  412: "PRECONDITION_FAILED",
  413: "PAYLOAD_TOO_LARGE",
  415: "UNSUPPORTED_MEDIA_TYPE",
  422: "UNPROCESSABLE_CONTENT",
  428: "PRECONDITION_REQUIRED",
  429: "TOO_MANY_REQUESTS",
  503: "SERVICE_UNAVAILABLE",
};

/** What was thrown, below tRPC's own wrapping; tRPC's own refusals (bad JSON, unknown procedure) as ours. */
function causeOf(error: TRPCError): unknown {
  if (error.cause && error.cause.name !== "TRPCError") return error.cause;
  if (error.code === "NOT_FOUND") return new DomainError("not-found");
  if (error.code === "METHOD_NOT_SUPPORTED") return new DomainError("method-not-allowed");
  if (error.code === "BAD_REQUEST" || error.code === "PARSE_ERROR") return new DomainError("invalid-input");
  return error;
}

const named = t.middleware(async ({ ctx, path, next }) => {
  ctx.request.line.operation = path;
  const result = await next();
  if (result.ok) return result;
  const problem = problemOf(causeOf(result.error), ctx.request.requestId);
  ctx.request.line.outcome = problem.code;
  if (problem.unexpected) {
    ctx.request.runtime.log.error(
      { err: result.error.cause, requestId: ctx.request.requestId },
      "a call failed",
    );
  }
  for (const [name, value] of Object.entries(problem.headers)) ctx.responseHeaders.set(name, value);
  const code = codeByStatus[problem.document.status] ?? "INTERNAL_SERVER_ERROR";
  throw new TRPCError({ code, message: problem.document.title, cause: result.error.cause ?? result.error });
});

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;
/** Anybody, also a visitor without an account. Reads only. */
export const visitorProcedure = t.procedure.use(named);
