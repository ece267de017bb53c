// One intent, sent until somebody knows what happened: the loop is here, the key was minted before it.
import { afterFailure, checkoutPatience, type Failure, type Patience } from "./retry";
import { failureOf, nameOf, type Problem, problemIn } from "./trpc";

export type Outcome<Result> =
  | { readonly kind: "answered"; readonly result: Result }
  | { readonly kind: "refused"; readonly name: string; readonly problem: Problem }
  | { readonly kind: "unknown" };

export type Sending = {
  /** Aborts the wait, not the effect: what was sent may still happen. */
  readonly signal: AbortSignal;
  readonly patience?: Patience;
  /** Called when a try has failed and another one follows. */
  readonly onRetry?: (failure: Failure) => void;
  /** Without a network nothing is asked again: the caller waits for one. */
  readonly isOnline?: () => boolean;
};

// One answer may take as long as the server waits for the provider, and a little.
const answerMaxMs = 11_000;

/**
 * @param send one try; rejects with the client's error, or when its signal aborts
 * @returns within `patience.totalMs`, whatever the network does
 */
export async function sendIntent<Result>(
  send: (signal: AbortSignal) => Promise<Result>,
  { signal, patience = checkoutPatience, onRetry, isOnline = () => true }: Sending,
): Promise<Outcome<Result>> {
  const began = performance.now();
  const elapsedMs = () => performance.now() - began;
  for (let tries = 1; ; tries++) {
    const waitMs = Math.max(1, Math.min(answerMaxMs, patience.totalMs - elapsedMs()));
    try {
      const result = await send(AbortSignal.any([signal, AbortSignal.timeout(waitMs)]));
      return { kind: "answered", result };
    } catch (error) {
      const problem = problemIn(error);
      const failure = failureOf(error);
      if (signal.aborted || (!problem && !isOnline())) return { kind: "unknown" };
      const facts = { tries, elapsedMs: elapsedMs(), random: Math.random() };
      const verdict = afterFailure(failure, facts, patience);
      if (verdict.kind === "final" && problem) return { kind: "refused", name: nameOf(problem), problem };
      if (verdict.kind !== "again") return { kind: "unknown" };
      onRetry?.(failure);
      await pause(verdict.pauseMs, signal);
    }
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener("abort", done);
  });
}
