// One intent, sent until somebody knows what happened: the loop is here, the key was minted before it.
import { afterFailure, type Patience } from "./retry";
import { failureOf, nameOf, type Problem, problemIn } from "./trpc";

export type Outcome<Result> =
  | { readonly kind: "answered"; readonly result: Result }
  | { readonly kind: "refused"; readonly name: string; readonly problem: Problem }
  | { readonly kind: "unknown" };

export type Sending = {
  /** Aborts the wait, not the effect: what was sent may still happen. */
  readonly signal: AbortSignal;
  readonly patience?: Patience;
  /** Called when a try is taking its time and another one follows. */
  readonly onRetry?: () => void;
};

// One answer may take as long as the server waits for the provider, and a little.
const answerMaxMs = 11_000;

/**
 * @param send one try; rejects with the client's error, or when its signal aborts
 */
export async function sendIntent<Result>(
  send: (signal: AbortSignal) => Promise<Result>,
  { signal, patience, onRetry }: Sending,
): Promise<Outcome<Result>> {
  const began = performance.now();
  for (let tries = 1; ; tries++) {
    try {
      return {
        kind: "answered",
        result: await send(AbortSignal.any([signal, AbortSignal.timeout(answerMaxMs)])),
      };
    } catch (error) {
      if (signal.aborted) return { kind: "unknown" };
      const elapsedMs = performance.now() - began;
      const failure = failureOf(error);
      const verdict = afterFailure(failure, { tries, elapsedMs, random: Math.random() }, patience);
      const problem = problemIn(error);
      if (verdict.kind === "final" && problem) return { kind: "refused", name: nameOf(problem), problem };
      if (verdict.kind !== "again") return { kind: "unknown" };
      onRetry?.();
      await pause(verdict.pauseMs, signal);
    }
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
