"use client";

import { useEffect } from "react";
import { dropDecided } from "@/app/_client/intent-store";

type ForgetIntentsProps = { cartId: string; orderId: string; paymentId: string };

/** The order is here, so what this browser kept to ask for it, name and address included, is not needed any more. */
export function ForgetIntents({ cartId, orderId, paymentId }: ForgetIntentsProps) {
  useEffect(() => {
    try {
      dropDecided(localStorage, (subject, input) => {
        const about = input as { cartId?: unknown; orderId?: unknown } | null;
        if (about?.cartId === cartId) return true;
        return about?.orderId === orderId && subject !== `order:${paymentId}`;
      });
    } catch {
      // No storage, nothing kept.
    }
  }, [cartId, orderId, paymentId]);
  return null;
}
