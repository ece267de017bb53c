"use client";
import { useRouter } from "next/navigation";
import { useCallback, useEffect, useState } from "react";
import { factsIn } from "@/app/_client/order-facts";
import { tellOtherTabs } from "@/app/_client/order-news";
import type { Outcome } from "@/app/_client/send-intent";
import { trpc } from "@/app/_client/trpc";
import { useIntent } from "@/app/_client/use-intent";
import { usePageRevival } from "@/app/_client/use-page-revival";
import type { Order } from "@/server/domain/order";
import { type FormState, waitingWords } from "../outcome-words";
import type { PlaceInput } from "../use-checkout";

type Placed = { readonly order: Order; readonly replayed: boolean };

// Pauses between checks, the last one for ever: quick while the answer is likely, sparing when it is not.
const pausesSeconds = [3, 5, 10, 20, 30] as const;

/** Asks again with the saved request and its own key, by itself and on request. */
export function useStatusCheck(about: { attempt: string; cartId: string; serverNowMs: number }) {
  const { attempt, cartId, serverNowMs } = about;
  const router = useRouter();
  const [checks, setChecks] = useState({ count: 0, atMs: serverNowMs });
  /** Whether this browser has a request to ask with; undefined until that is known. */
  const [saved, setSaved] = useState<boolean>();

  const goTo = (page: string, reference?: string) => {
    if (reference) tellOtherTabs({ cartId, reference });
    location.assign(page);
  };
  const onOutcome = (outcome: Outcome<Placed>) => {
    if (outcome.kind === "answered") {
      const { reference } = outcome.result.order;
      goTo(`/orders/${reference}`, reference);
    } else if (outcome.kind === "refused") {
      const { reference } = factsIn(outcome.problem);
      if (reference) goTo(`/orders/${reference}`, reference);
      else goTo(`/checkout/${attempt}?problem=${outcome.name}`);
    } else {
      setChecks(({ count }) => ({ count: count + 1, atMs: Date.now() }));
    }
  };
  const { state, lastFailure, resume } = useIntent<PlaceInput, Placed>({
    subject: `checkout:${attempt}`,
    serverNowMs,
    send: (input, key, signal) => trpc.orders.place.mutate(input, { context: { key }, signal }),
    onOutcome,
  });
  const busy = state === "submitting" || state === "slow" || state === "queued" || state === "settled";

  const now = useCallback(() => {
    if (resume()) return setSaved(true);
    // Nothing to ask with: look at what the server knows. An order that exists by then takes over from here.
    setSaved(false);
    setChecks(({ count }) => ({ count: count + 1, atMs: Date.now() }));
    router.refresh();
  }, [resume, router]);
  useEffect(() => setSaved(resume()), [resume]);
  usePageRevival(now);

  const pause = pausesSeconds[Math.min(checks.count, pausesSeconds.length - 1)] ?? 30;
  const secondsLeft = useCountdown(busy ? undefined : pause, checks.count, now);
  const formState: FormState = busy ? (state === "settled" ? "placed" : state) : saved ? "unknown" : "idle";
  return {
    formState,
    busy,
    saved,
    checkedAt: checks.atMs,
    secondsLeft,
    now,
    words: wordsOf(state, lastFailure),
  };
}

function wordsOf(
  state: string,
  lastFailure: { kind: string; name?: string } | undefined,
): string | undefined {
  if (state === "queued" || state === "slow") return waitingWords[state];
  if (state === "submitting" && lastFailure?.name === "key-in-flight") return waitingWords.inFlight;
  return state === "unknown" ? "Not known yet. We keep asking; you will be charged once." : undefined;
}

/** Counts whole seconds down and then calls; starts over with each `round`. Undefined stands still. */
function useCountdown(seconds: number | undefined, round: number, onEnd: () => void): number | undefined {
  const [left, setLeft] = useState<number>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round starts the count anew
  useEffect(() => {
    if (seconds === undefined) return;
    const endsAtMs = performance.now() + seconds * 1000;
    const tick = () => {
      const remaining = Math.ceil((endsAtMs - performance.now()) / 1000);
      setLeft(Math.max(0, remaining));
      if (remaining > 0) return;
      clearInterval(timer);
      onEnd();
    };
    const timer = setInterval(tick, 250);
    tick();
    return () => {
      clearInterval(timer);
      setLeft(undefined);
    };
  }, [seconds, round, onEnd]);
  return left;
}
