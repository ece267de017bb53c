"use client";

import { useEffect, useState } from "react";
import { onOrderNews } from "@/app/_client/order-news";
import { LiveRegion } from "@/app/_ui/live-region";
import { Notice } from "@/app/_ui/notice";
import { elsewhereWords } from "./outcome-words";

/** Says so when another tab of this browser has ordered this cart. */
export function OrderedElsewhere({ cartId }: { cartId: string }) {
  const [reference, setReference] = useState<string>();
  useEffect(() => onOrderNews((news) => news.cartId === cartId && setReference(news.reference)), [cartId]);
  return (
    <>
      <LiveRegion hidden>{reference ? elsewhereWords : null}</LiveRegion>
      {reference ? (
        <div className="mb-s5">
          <Notice kind="info" title={elsewhereWords}>
            <p>
              <a href={`/orders/${reference}`} className="link">
                See order {reference}
              </a>
            </p>
          </Notice>
        </div>
      ) : null}
    </>
  );
}
