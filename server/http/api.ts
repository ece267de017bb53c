// The whole HTTP API as one function from Request to Response: REST, tRPC, forms and the pages' plumbing. main.ts calls it
// before Next sees a request; a host that runs Next alone mounts the same function in a route.
import { randomUUID } from "node:crypto";
import { Hono, type MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { DomainError } from "../domain/errors.ts";
import { createFaults } from "../faults/faults.ts";
import { shortHash } from "../log.ts";
import type { Runtime } from "../runtime.ts";
import { answerTrpc } from "../trpc/answer.ts";
import { problemOf } from "./error-map.ts";
import { faultRoutes, underFaults } from "./fault-routes.ts";
import { formRoutes } from "./forms/routes.ts";
import { probeRoutes } from "./probes.ts";
import { contextOf, type RequestContext } from "./request-context.ts";
import { restRoutes } from "./rest/routes.ts";

/** The connection below a request, where there is one. */
export type Connection = { destroy(): void };

export type ApiEnv = {
  Bindings: { connection?: Connection | undefined };
  Variables: { context: RequestContext; requestId: string };
};

const bodyMaxBytes = 64 * 1024;

/** @returns the API of one runtime; never rejects: every error becomes a problem document */
export function createApi(
  runtime: Runtime,
): (request: Request, connection?: Connection) => Promise<Response> {
  const app = new Hono<ApiEnv>();
  app.use(oneLineEach(runtime));
  app.use(
    bodyLimit({ maxSize: bodyMaxBytes, onError: () => problemResponse(new DomainError("too-large"), "") }),
  );
  app.route("/api", probeRoutes(runtime));
  app.use(async (c, next) => {
    c.set("context", await contextOf(runtime, c.req.raw, c.get("requestId")));
    await next();
  });
  if (runtime.env.LAB === "on") {
    const faults = createFaults();
    app.use(underFaults(faults));
    app.route("/api/lab", faultRoutes(faults));
  }
  app.route("/api/v1", restRoutes(runtime));
  app.route("/api/forms", formRoutes(runtime));
  app.all("/api/trpc/*", (c) => answerTrpc(c.req.raw, c.get("context")));
  app.notFound((c) => problemResponse(new DomainError("not-found"), c.get("requestId")));
  app.onError((error, c) => {
    const requestId = c.get("requestId");
    const problem = problemOf(error, requestId);
    if (problem.unexpected) runtime.log.error({ err: error, requestId }, "a request failed on our side");
    const context = c.get("context");
    if (context) context.line.outcome = problem.code;
    return problemResponse(error, requestId);
  });
  return async (request, connection) => app.fetch(request, { connection });
}

function problemResponse(error: unknown, requestId: string): Response {
  const { document, headers } = problemOf(error, requestId);
  return new Response(JSON.stringify(document), {
    status: document.status,
    headers: { "Content-Type": "application/problem+json", "Content-Language": "en", ...headers },
  });
}

/** The log line, the metrics and the headers that every answer carries. */
function oneLineEach({ log, metrics }: Runtime): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const began = performance.now();
    const requestId = randomUUID();
    c.set("requestId", requestId);
    await next();
    c.header("Cache-Control", "no-store");
    c.header("X-Content-Type-Options", "nosniff");
    c.header("X-Request-Id", requestId);
    const context = c.get("context");
    const line = context?.line ?? { operation: "unknown" };
    const ms = performance.now() - began;
    const outcome = line.outcome ?? String(c.res.status);
    metrics.requests.inc({ operation: line.operation, outcome });
    metrics.seconds.observe({ operation: line.operation }, ms / 1000);
    if (line.replayed) metrics.replays.inc({ operation: line.operation });
    if (line.operation === "probe") return;
    log.info({
      requestId,
      account: context?.caller && shortHash(context.caller.accountId),
      ...line,
      method: c.req.method,
      status: c.res.status,
      ms: Math.round(ms * 10) / 10,
    });
  };
}
