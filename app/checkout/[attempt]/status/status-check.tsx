"use client";

import type { ReactNode } from "react";
import { Button } from "@/app/_ui/button";
import { buttonLook } from "@/app/_ui/button-look";
import { LiveRegion } from "@/app/_ui/live-region";
import { LocalTime } from "@/app/_ui/local-time";
import { useStatusCheck } from "./use-status-check";

type StatusCheckProps = {
  attempt: string;
  cartId: string;
  /** Of the order, when there is one whose payment is still under way. */
  reference: string | undefined;
  serverNowMs: number;
};

/** What is known, what is not, and when we ask again. With nothing to ask about it says that nothing was charged. */
export function StatusCheck({ attempt, cartId, reference, serverNowMs }: StatusCheckProps) {
  const check = useStatusCheck({ attempt, cartId, serverNowMs });
  const { formState, saved, checkedAt, secondsLeft } = check;
  const nothingSent = saved === false && reference === undefined;
  return (
    <div className="grid max-w-measure gap-s5">
      <dl className="grid gap-s4 border-y border-line py-s4">
        <Row term="What we know">{known(reference, saved)}</Row>
        {nothingSent ? null : <Row term="What we don’t know yet">{unknown(reference)}</Row>}
        <Row term="Last checked">
          <LocalTime at={new Date(checkedAt).toISOString()} clock />
        </Row>
      </dl>
      {nothingSent ? <BackToReview attempt={attempt} /> : null}
      <form
        method="get"
        action={`/checkout/${attempt}/status`}
        data-state={formState}
        data-intent={attempt}
        onSubmit={(event) => {
          event.preventDefault();
          check.now();
        }}
        className="grid justify-items-start gap-s2"
      >
        <Button variant={nothingSent ? "secondary" : "primary"} pending={check.busy} pendingLabel="Checking…">
          Check now
        </Button>
        <LiveRegion>{check.words}</LiveRegion>
        {/* Not in the live region: a countdown that speaks every second is noise. */}
        <p className="min-h-[1.5em] text-t1 text-muted tabular-nums" aria-hidden="true">
          {secondsLeft === undefined ? null : `We check again in ${secondsLeft} s.`}
        </p>
      </form>
      {reference === undefined ? (
        <noscript>
          <BackToReview attempt={attempt} />
        </noscript>
      ) : null}
    </div>
  );
}

function BackToReview({ attempt }: { attempt: string }) {
  return (
    <p>
      <a href={`/checkout/${attempt}`} className={buttonLook("primary")}>
        Go back and review your order
      </a>
    </p>
  );
}

function Row({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-s4 gap-y-s1 sm:grid-cols-[12rem_1fr]">
      <dt className="text-muted">{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function known(reference: string | undefined, saved: boolean | undefined): ReactNode {
  if (reference !== undefined) {
    return (
      <>
        Your order{" "}
        <a href={`/orders/${reference}`} className="link">
          {reference}
        </a>{" "}
        is placed.
      </>
    );
  }
  if (saved === false) return "No order was made from this checkout so far, and nothing was charged.";
  if (saved)
    return "You pressed the button, and your request is saved in this browser. We ask with the same one.";
  return "No order from this checkout has been seen so far. Asking again is the same order.";
}

function unknown(reference: string | undefined): string {
  if (reference !== undefined) return "Whether the bank says yes. It has not answered yet.";
  return "Whether the order went through before the answer got lost.";
}
