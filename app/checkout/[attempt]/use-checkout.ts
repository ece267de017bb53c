"use client";
import { useEffect, useState } from "react";
import { factsIn } from "@/app/_client/order-facts";
import { onOrderNews, tellOtherTabs } from "@/app/_client/order-news";
import type { Outcome } from "@/app/_client/send-intent";
import { trpc } from "@/app/_client/trpc";
import { useIntent } from "@/app/_client/use-intent";
import { usePageRevival } from "@/app/_client/use-page-revival";
import type { PlaceOrderInput } from "@/server/domain/inputs";
import type { Order } from "@/server/domain/order";
import { leaveForStatus } from "./leave-for-status";
import {
  type FormState,
  type OutcomeWords,
  placedWords,
  refusalWords,
  unknownWords,
  waitingWords,
} from "./outcome-words";

type Placed = { readonly order: Order; readonly replayed: boolean };
export type PlaceInput = PlaceOrderInput & { attempt: string };

type Checkout = {
  readonly attempt: string;
  readonly cartId: string;
  readonly cartVersion: number;
  /** Names of the products in the cart, by SKU. */
  readonly names: Readonly<Record<string, string>>;
  readonly serverNowMs: number;
  /** What the address says about a form that was sent without scripts. */
  readonly told: OutcomeWords | undefined;
};

export function useCheckout({ attempt, cartId, cartVersion, names, serverNowMs, told }: Checkout) {
  const [words, setWords] = useState(told);
  const [orderedElsewhere, setOrderedElsewhere] = useState<string>();
  // The order page is on its way; what is pressed meanwhile has had its answer.
  const [leaving, setLeaving] = useState(false);

  const goToOrder = (reference: string) => {
    setLeaving(true);
    tellOtherTabs({ cartId, reference });
    location.assign(`/orders/${reference}`);
  };
  const refuse = (name: string, facts: ReturnType<typeof factsIn>) => {
    const shortLines = facts.lines?.map(({ sku, available }) => ({ name: names[sku] ?? sku, available }));
    const refused = refusalWords(name, { ...facts, attempt, shortLines });
    setWords(refused);
    if (facts.reference && refused.state === "spent") goToOrder(facts.reference);
  };
  const onOutcome = (outcome: Outcome<Placed>) => {
    if (outcome.kind === "answered") {
      const { order, replayed } = outcome.result;
      setWords(placedWords(order.reference, replayed));
      goToOrder(order.reference);
    } else if (outcome.kind === "refused") {
      refuse(outcome.name, factsIn(outcome.problem));
    } else {
      setWords(unknownWords(attempt));
      void leaveForStatus(attempt);
    }
  };
  const { state, lastFailure, press } = useIntent<PlaceInput, Placed>({
    subject: `checkout:${attempt}`,
    serverNowMs,
    send: (input, key, signal) => trpc.orders.place.mutate(input, { context: { key }, signal }),
    onOutcome,
  });

  usePageRevival(() => {
    trpc.carts.attempt.query({ attempt }).then(
      ({ order, cart }) => {
        if (order) location.assign(`/orders/${order.reference}`);
        else if (cart.version !== cartVersion) refuse("cart-changed", { total: cart.total });
      },
      () => {}, // not reachable now; the server decides when the button is pressed
    );
  });
  useEffect(
    () => onOrderNews((news) => news.cartId === cartId && setOrderedElsewhere(news.reference)),
    [cartId],
  );

  const waiting = state === "submitting" || state === "slow" || state === "queued";
  const formState: FormState = waiting ? state : (words?.state ?? (orderedElsewhere ? "spent" : "idle"));
  return {
    formState,
    pending: waiting || leaving,
    words: waiting ? undefined : words,
    wait: waiting
      ? waitWords(state, lastFailure && ("name" in lastFailure ? lastFailure.name : ""))
      : undefined,
    orderedElsewhere,
    press(input: PlaceInput) {
      if (waiting || leaving) return;
      setWords(undefined);
      press(input);
    },
  };
}

/** @param failed why the last try failed, where another one follows: a problem's name, or empty for no answer */
function waitWords(state: "submitting" | "slow" | "queued", failed: string | undefined): string {
  if (state === "queued" || failed === undefined) return waitingWords[state];
  if (failed === "key-in-flight") return waitingWords.inFlight;
  return failed === "" ? waitingWords.lost : waitingWords.busy;
}
