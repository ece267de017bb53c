// The typed client. Mutations go out one by one, because the key in the header names exactly one operation; the key comes
// from the call's own context, so every try of an intent carries the same one.
import { createTRPCClient, httpLink, TRPCClientError } from "@trpc/client";
import type { AppRouter } from "@/server/trpc/root";
import type { Failure } from "./retry";

export const trpc = createTRPCClient<AppRouter>({
  links: [
    httpLink({
      url: "/api/trpc",
      headers: ({ op }) => {
        const { key } = op.context;
        return typeof key === "string" ? { "Idempotency-Key": `"${key}"` } : {};
      },
    }),
  ],
});

export type Problem = {
  readonly type: string;
  readonly title: string;
  readonly [fact: string]: unknown;
};

/** The problem document inside an error, if the server spoke. */
export function problemIn(error: unknown): Problem | undefined {
  if (!(error instanceof TRPCClientError)) return undefined;
  return (error.data as { problem?: Problem } | null | undefined)?.problem;
}

/** `/problems/cart-changed` → `cart-changed`. */
export function nameOf(problem: Problem): string {
  return problem.type.replace("/problems/", "");
}

export function failureOf(error: unknown): Failure {
  const problem = problemIn(error);
  if (!problem) return { kind: "no-answer" };
  const meta = error instanceof TRPCClientError ? error.meta : undefined;
  const header = (meta?.response as Response | undefined)?.headers.get("retry-after");
  const retryAfterSeconds = header && /^\d{1,4}$/.test(header) ? Number(header) : undefined;
  return {
    kind: "problem",
    name: nameOf(problem),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  };
}
