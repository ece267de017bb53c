"use client";

import type { SubmitEvent } from "react";
import { useAfter } from "@/app/_client/use-after";
import { Button } from "@/app/_ui/button";
import { LiveRegion } from "@/app/_ui/live-region";
import { Notice } from "@/app/_ui/notice";
import { CardChoice } from "@/app/checkout/card-choice";
import type { PlaceOrderInput } from "@/server/domain/inputs";
import { formatMoney, type Money } from "@/server/domain/money";
import { OutcomePanel } from "./outcome-panel";
import { elsewhereWords, isProblem, type OutcomeWords, waitingWords } from "./outcome-words";
import { useCheckout } from "./use-checkout";

type CheckoutFormProps = {
  /** What is ordered and for whom; the card is chosen here. */
  order: Omit<PlaceOrderInput, "paymentMethod" | "attempt"> & { attempt: string };
  total: Money;
  names: Readonly<Record<string, string>>;
  serverNowMs: number;
  told?: OutcomeWords | undefined;
};

const buttonQueued = "Waiting to send…";

// Sooner than this an answer needs no announcement.
const announceMs = 400;

/**
 * The only form that can charge. Without scripts, and before they run, it posts itself; afterwards the same press becomes
 * one intent with a key of its own.
 */
export function CheckoutForm({ order, total, names, serverNowMs, told }: CheckoutFormProps) {
  const { attempt, cartId, cartVersion } = order;
  const checkout = useCheckout({ attempt, cartId, cartVersion, names, serverNowMs, told });
  const { formState, pending, words, wait, orderedElsewhere } = checkout;
  // Names the intent where no header can: this checkout, with this content of the cart. What has been refused for good is
  // over, so the next press is a new one.
  const again = told && isProblem(told.state) ? `:${serverNowMs}` : "";
  const formKey = `attempt:${attempt}:${cartVersion}${again}`;
  const announced = useAfter(announceMs, wait !== undefined);
  const outcome = words && !isProblem(words.state) ? words.message : orderedElsewhere && elsewhereWords;

  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const paymentMethod = String(new FormData(event.currentTarget).get("paymentMethod"));
    checkout.press({ ...order, paymentMethod });
  };

  return (
    <form
      method="post"
      action={`/api/forms/checkout/${attempt}/place`}
      onSubmit={onSubmit}
      data-state={formState}
      data-intent={attempt}
      className="grid gap-s5"
    >
      <input type="hidden" name="attempt" value={attempt} />
      <input type="hidden" name="cartVersion" value={cartVersion} />
      <input type="hidden" name="key" value={formKey} />
      {words ? <OutcomePanel words={words} /> : null}
      {orderedElsewhere && !words ? (
        <Notice kind="info" title={elsewhereWords}>
          <p>
            <a href={`/orders/${orderedElsewhere}`} className="link">
              See order {orderedElsewhere}
            </a>
          </p>
        </Notice>
      ) : null}
      <CardChoice />
      <div className="grid max-w-measure justify-items-start gap-s2">
        <Button
          pending={pending}
          pendingLabel={formState === "queued" ? buttonQueued : waitingWords.submitting}
        >
          Place order and pay {formatMoney(total)}
        </Button>
        <LiveRegion hidden={outcome !== undefined && wait === undefined}>
          {wait === undefined ? outcome : announced ? wait : null}
        </LiveRegion>
      </div>
    </form>
  );
}
