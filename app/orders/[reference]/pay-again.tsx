"use client";

import { useRouter } from "next/navigation";
import { type SubmitEvent, useState } from "react";
import { factsIn } from "@/app/_client/order-facts";
import { trpc } from "@/app/_client/trpc";
import { useAfter } from "@/app/_client/use-after";
import { useIntent } from "@/app/_client/use-intent";
import { usePageRevival } from "@/app/_client/use-page-revival";
import { Button } from "@/app/_ui/button";
import { LiveRegion } from "@/app/_ui/live-region";
import { ProblemPanel } from "@/app/_ui/problem-panel";
import { CardChoice } from "@/app/checkout/card-choice";
import { formatMoney } from "@/server/domain/money";
import type { Order } from "@/server/domain/order";
import { type PayWords, payRefusalWords } from "./pay-words";

type PayAgainProps = { order: Order; serverNowMs: number; told: PayWords | undefined };
type PayInput = { readonly orderId: string; readonly paymentMethod: string };
type Paid = { readonly order: Order; readonly replayed: boolean };

/** Paying an order whose card was declined. The declined payment names the intent, so two presses are one payment. */
export function PayAgain({ order, serverNowMs, told }: PayAgainProps) {
  const router = useRouter();
  const [words, setWords] = useState(told);
  const page = `/orders/${order.reference}`;
  const { state, press } = useIntent<PayInput, Paid>({
    subject: `order:${order.payment.id}`,
    serverNowMs,
    send: (input, key, signal) => trpc.payments.payAgain.mutate(input, { context: { key }, signal }),
    onOutcome: (outcome) => {
      if (outcome.kind === "answered") return location.assign(page);
      if (outcome.kind === "unknown") {
        setWords(payRefusalWords("internal"));
        router.refresh(); // a payment that is under way by now is watched by the page itself
        return;
      }
      setWords(payRefusalWords(outcome.name, factsIn(outcome.problem).declineCode));
      // A full page load: a declined try was a payment of its own, and the next press is about that one.
      location.assign(`${page}?problem=${outcome.name}`);
    },
  });
  usePageRevival(() => location.reload());
  const waiting = state === "submitting" || state === "slow" || state === "queued";
  const pending = waiting || state === "settled";
  const announced = useAfter(400, waiting);

  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    setWords(undefined);
    press({
      orderId: order.id,
      paymentMethod: String(new FormData(event.currentTarget).get("paymentMethod")),
    });
  };

  return (
    <form
      method="post"
      action={`/api/forms${page}/pay`}
      onSubmit={onSubmit}
      data-state={state === "settled" ? "placed" : state}
      data-intent={order.payment.id}
      className="grid gap-s5 print:hidden"
    >
      {words && !waiting ? (
        <ProblemPanel message={words.message}>{words.more ? <p>{words.more}</p> : null}</ProblemPanel>
      ) : null}
      <CardChoice />
      <div className="grid justify-items-start gap-s2">
        <Button pending={pending} pendingLabel="Paying…">
          Pay {formatMoney(order.total)}
        </Button>
        <LiveRegion>{announced ? waitWords[state] : null}</LiveRegion>
      </div>
    </form>
  );
}

const waitWords: Readonly<Record<string, string>> = {
  submitting: "Paying for your order…",
  slow: "Still working. You will be charged once.",
  queued: "You are offline. Your payment is saved in this browser and will be sent once you are back online.",
};
