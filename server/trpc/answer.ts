// `/api/trpc`: the same verbs for our own pages, with types.
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { DomainError } from "../domain/errors.ts";
import type { RequestContext } from "../http/request-context.ts";
import type { TrpcContext } from "./context.ts";
import { appRouter } from "./root.ts";

const batchMax = 10;

/** @throws DomainError `unsupported-media-type` for a body that is not JSON, before it is parsed */
export function answerTrpc(request: Request, context: RequestContext): Promise<Response> {
  const type = request.headers.get("content-type") ?? "";
  if (request.method === "POST" && !/^application\/json\s*(;|$)/i.test(type)) {
    throw new DomainError("unsupported-media-type");
  }
  return fetchRequestHandler({
    endpoint: "/api/trpc",
    req: request,
    router: appRouter,
    maxBatchSize: batchMax,
    createContext: ({ info }): TrpcContext => ({
      request: context,
      mutations: info.type === "mutation" ? info.calls.length : 0,
      responseHeaders: new Headers(),
    }),
    responseMeta: ({ ctx, info }) =>
      ctx && info && info.calls.length === 1 ? { headers: ctx.responseHeaders } : {},
  });
}
