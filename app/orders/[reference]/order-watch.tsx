"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { trpc } from "@/app/_client/trpc";
import { LiveRegion } from "@/app/_ui/live-region";

type OrderWatchProps = {
  reference: string;
  version: number;
  /** The payment's outcome is not known yet. */
  waiting: boolean;
  /** What the page says now; spoken when it has changed under the reader. */
  title: string;
};

const pollMs = 1_500;
// A bank that has not answered for a minute is asked after less often.
const patientPollMs = 5_000;
const patientAfterMs = 60_000;

/** Looks again while the bank is asked, and shows the page anew when the order has moved. */
export function OrderWatch({ reference, version, waiting, title }: OrderWatchProps) {
  const router = useRouter();
  const [firstTitle] = useState(title);
  useEffect(() => {
    if (!waiting) return;
    const began = performance.now();
    const stop = new AbortController();
    const look = async () => {
      try {
        const order = await trpc.orders.get.query({ reference }, { signal: stop.signal });
        if (order.version !== version) router.refresh();
      } catch {
        // Not reachable at the moment; the next look may be.
      }
      if (!stop.signal.aborted) timer = setTimeout(look, nextMs());
    };
    const nextMs = () => (performance.now() - began > patientAfterMs ? patientPollMs : pollMs);
    let timer = setTimeout(look, pollMs);
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [reference, version, waiting, router]);
  return <LiveRegion hidden>{title === firstTitle ? null : title}</LiveRegion>;
}
