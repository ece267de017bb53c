"use client";
// The button's promise: one press is one intent. The key is minted once, saved before the first send, and used again by
// every retry, remount and reload until the outcome is known. The guard against a second press is a plain variable, not a
// render, so two clicks in one task are one press.
import { useCallback, useEffect, useRef, useState } from "react";
import { dropIntent, type Intent, intentFor, loadIntent, resumeMaxMs, saveIntent } from "./intent-store";
import { mintKey } from "./mint-key";
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

export function useIntent<Input, Result>({
  subject,
  serverNowMs,
  send,
  onOutcome,
}: UseIntent<Input, Result>) {
  const [state, setState] = useState<IntentState>("idle");
  const running = useRef(false);
  const clock = useServerClock(serverNowMs);
  const latest = useRef({ send, onOutcome });
  latest.current = { send, onOutcome };

  const run = useCallback(
    async (intent: Intent<Input>, signal: AbortSignal) => {
      if (running.current) return;
      running.current = true;
      try {
        await untilOnline(signal, () => setState("queued"));
        if (signal.aborted) return;
        setState("submitting");
        const slow = setTimeout(() => setState("slow"), slowMs);
        const outcome = await sendIntent((wait) => latest.current.send(intent.input, intent.key, wait), {
          signal,
        });
        clearTimeout(slow);
        if (signal.aborted) return;
        if (outcome.kind !== "unknown") dropIntent(localStorage, subject);
        setState(outcome.kind === "unknown" ? "unknown" : "settled");
        latest.current.onOutcome(outcome, intent.input);
      } finally {
        running.current = false; // every way out of pending leads here
      }
    },
    [subject],
  );

  const life = useRef<AbortController | undefined>(undefined);
  useEffect(() => {
    const controller = new AbortController();
    life.current = controller;
    const waiting = loadIntent<Input>(localStorage, subject);
    if (waiting && clock() - waiting.pressedAtMs > resumeMaxMs) dropIntent(localStorage, subject);
    else if (waiting) void run(waiting, controller.signal);
    return () => {
      controller.abort();
      running.current = false;
    };
  }, [subject, run, clock]);

  /** Starts the intent, or does nothing while one is running. */
  const press = useCallback(
    (input: Input) => {
      const signal = life.current?.signal;
      if (running.current || !signal) return;
      const intent = intentFor(loadIntent<Input>(localStorage, subject), input, clock(), mintKey);
      saveIntent(localStorage, subject, intent);
      void run(intent, signal);
    },
    [subject, run, clock],
  );

  return { state, press };
}

/** The server's clock, carried on by this page's own monotonic one. */
function useServerClock(serverNowMs: number): () => number {
  const offset = useRef<number | undefined>(undefined);
  return useCallback(() => {
    offset.current ??= serverNowMs - performance.now();
    return offset.current + performance.now();
  }, [serverNowMs]);
}

async function untilOnline(signal: AbortSignal, onWait: () => void): Promise<void> {
  if (navigator.onLine) return;
  onWait();
  await new Promise<void>((resolve) => {
    window.addEventListener("online", () => resolve(), { once: true, signal });
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
