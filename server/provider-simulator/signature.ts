// Stripe's webhook signature, scheme v1 (https://docs.stripe.com/webhooks#verify-manually).
import { createHmac } from "node:crypto";

/** @param at seconds since 1970; fresh for every try, so that a late redelivery is not refused as stale */
export function signatureHeader(payload: string, secret: string, at: number): string {
  const digest = createHmac("sha256", secret).update(`${at}.${payload}`).digest("hex");
  return `t=${at},v1=${digest}`;
}
