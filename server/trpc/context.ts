import type { RequestContext } from "../http/request-context.ts";

export type TrpcContext = {
  readonly request: RequestContext;
  /** How many mutations came in this one HTTP request. A key in the header can name only one. */
  readonly mutations: number;
  /** Headers for the answer; sent only when the request was a single call. */
  readonly responseHeaders: Headers;
};
