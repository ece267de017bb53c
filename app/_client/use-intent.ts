"use client";
// The button's promise: one press is one intent. The key is minted once, saved before the first send, and used again by
// every retry, remount and reload until the outcome is known. The guard against a second press is a plain variable, not a
// render, so two clicks in one task are one press.
import { useCallback, useEffect, useRef, useState } from "react";
import {
  dropIntent,
  type Intent,
  intentFor,
  loadIntent,
  resumeMaxMs,
  saveIntent,
  sturdyShelf,
} from "./intent-store";
import { mintKey } from "./mint-key";
import type { Failure } from "./retry";
import { type Outcome, sendIntent } from "./send-intent";

export type IntentState = "idle" | "submitting" | "slow" | "queued" | "settled" | "unknown";

export type UseIntent<Input, Result> = {
  /** What the intent is about: a checkout attempt, or an order to pay again. */
  readonly subject: string;
  /** The server's clock when the page was rendered, Unix milliseconds. */
  readonly serverNowMs: number;
  readonly send: (input: Input, key: string, signal: AbortSignal) => Promise<Result>;
  /** Called once for each outcome, after a final one has been forgotten. `unknown` keeps the intent for later. */
  readonly onOutcome: (outcome: Outcome<Result>, input: Input) => void;
};

// After this the words change to "still working".
const slowMs = 5_000;

const shelf = sturdyShelf(() => localStorage);

export function useIntent<Input, Result>(options: UseIntent<Input, Result>) {
  const { subject, serverNowMs } = options;
  const [state, setState] = useState<IntentState>("idle");
  /** Why the last try failed, while another one follows. */
  const [lastFailure, setLastFailure] = useState<Failure>();
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const nowMs = useServerClock(serverNowMs);
  const life = useRef<AbortController | undefined>(undefined);
  // The life under which an intent is being sent. A life that ended guards nothing: its successor resumes the intent.
  const sending = useRef<AbortSignal | undefined>(undefined);

  const run = useCallback(
    async (intent: Intent<Input>, signal: AbortSignal) => {
      if (sending.current && !sending.current.aborted) return;
      sending.current = signal;
      try {
        const outcome = await untilAnswered(
          (wait) => latest.current.send(intent.input, intent.key, wait),
          signal,
          (next, failure) => {
            setState(next);
            setLastFailure(failure);
          },
        );
        if (signal.aborted) return;
        if (outcome.kind !== "unknown") dropIntent(shelf, subject, intent.key);
        setState(outcome.kind === "unknown" ? "unknown" : "settled");
        setLastFailure(undefined);
        latest.current.onOutcome(outcome, intent.input);
      } finally {
        if (sending.current === signal) sending.current = undefined; // every way out of pending leads here
      }
    },
    [subject],
  );

  /** Starts the intent, or does nothing while one is running. */
  const press = useCallback(
    (input: Input) => {
      life.current ??= new AbortController();
      if (sending.current && !sending.current.aborted) return;
      const intent = intentFor(loadIntent<Input>(shelf, subject), input, nowMs(), mintKey);
      saveIntent(shelf, subject, intent);
      void run(intent, life.current.signal);
    },
    [subject, run, nowMs],
  );

  /** Goes on with the intent that is saved, with its own key. @returns whether there is one */
  const resume = useCallback(() => {
    const waiting = loadIntent<Input>(shelf, subject);
    if (!waiting) return false;
    if (nowMs() - waiting.pressedAtMs > resumeMaxMs) {
      dropIntent(shelf, subject, waiting.key);
      return false;
    }
    life.current ??= new AbortController();
    void run(waiting, life.current.signal);
    return true;
  }, [subject, run, nowMs]);

  useEffect(() => {
    life.current ??= new AbortController();
    resume();
    return () => {
      life.current?.abort();
      life.current = undefined;
    };
  }, [resume]);

  return { state, lastFailure, press, resume };
}

// The best guess at the server's clock so far. What was rendered a while ago, and is shown again by Back, knows less.
let offsetMs = Number.NEGATIVE_INFINITY;

/** The server's clock, carried on by this page's own monotonic one. */
function useServerClock(serverNowMs: number): () => number {
  const [mountedOffsetMs] = useState(() => serverNowMs - performance.now());
  const nowMs = useCallback(() => {
    offsetMs = Math.max(offsetMs, mountedOffsetMs);
    return offsetMs + performance.now();
  }, [mountedOffsetMs]);
  useEffect(() => void nowMs(), [nowMs]);
  return nowMs;
}

/** Sends until there is an answer or the patience ends; time without a network does not count. */
async function untilAnswered<Result>(
  send: (signal: AbortSignal) => Promise<Result>,
  signal: AbortSignal,
  show: (state: IntentState, failure?: Failure) => void,
): Promise<Outcome<Result>> {
  for (;;) {
    await untilOnline(signal, () => show("queued"));
    if (signal.aborted) return { kind: "unknown" };
    let state: IntentState = "submitting";
    let failure: Failure | undefined;
    const tell = () => show(state, failure);
    tell();
    const slow = setTimeout(() => {
      state = "slow";
      tell();
    }, slowMs);
    const onRetry = (why: Failure) => {
      failure = why;
      tell();
    };
    const outcome = await sendIntent(send, { signal, onRetry, isOnline: () => navigator.onLine });
    clearTimeout(slow);
    if (outcome.kind !== "unknown" || navigator.onLine) return outcome;
  }
}

async function untilOnline(signal: AbortSignal, onWait: () => void): Promise<void> {
  if (navigator.onLine || signal.aborted) return;
  onWait();
  await new Promise<void>((resolve) => {
    window.addEventListener("online", () => resolve(), { once: true, signal });
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
