// When to send the same request again, and when to stop. Pure: what failed, how often, how much time is left and one random
// number go in; a pause or a verdict comes out. The loop is outside the key: every try of one intent carries the same one.

export type Failure =
  /** No answer: the network broke, or the answer took too long. The effect may have happened. */
  | { readonly kind: "no-answer" }
  /** The server's word, by the name of its problem, with the seconds it asked us to wait. */
  | { readonly kind: "problem"; readonly name: string; readonly retryAfterSeconds?: number };

export type Patience = {
  readonly triesMax: number;
  /** All tries and pauses together, in milliseconds; then the outcome is "unknown", never "failed". */
  readonly totalMs: number;
  readonly basePauseMs: number;
  readonly pauseMaxMs: number;
};

// Within the 12 s after which the page moves to the status screen.
export const checkoutPatience: Patience = {
  triesMax: 6,
  totalMs: 12_000,
  basePauseMs: 400,
  pauseMaxMs: 4_000,
};

const worthAnotherTry = new Set(["unavailable", "rate-limited", "key-in-flight"]);

export type Verdict =
  | { readonly kind: "again"; readonly pauseMs: number }
  /** The server has decided; sending the same again would be told the same. */
  | { readonly kind: "final" }
  /** We don't know what happened, and have asked often enough for now. */
  | { readonly kind: "unknown" };

/**
 * @param tries how many times the request was sent so far
 * @param elapsedMs since the first of them
 * @param random 0 to 1, for the jitter that keeps many clients from coming back together
 */
export function afterFailure(
  failure: Failure,
  { tries, elapsedMs, random }: { tries: number; elapsedMs: number; random: number },
  patience: Patience = checkoutPatience,
): Verdict {
  if (failure.kind === "problem" && failure.name === "internal") return { kind: "unknown" };
  if (failure.kind === "problem" && !worthAnotherTry.has(failure.name)) return { kind: "final" };
  const backoffMs =
    Math.min(patience.basePauseMs * 2 ** (tries - 1), patience.pauseMaxMs) * (0.5 + random / 2);
  const advisedMs = failure.kind === "problem" ? (failure.retryAfterSeconds ?? 0) * 1000 : 0;
  const pauseMs = Math.max(backoffMs, advisedMs);
  if (tries >= patience.triesMax || elapsedMs + pauseMs >= patience.totalMs) return { kind: "unknown" };
  return { kind: "again", pauseMs };
}
