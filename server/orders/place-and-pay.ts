import type { Outcome } from "../idempotency/index.ts";
import { type Desk, payOnce } from "../payments/pay-once.ts";
import { type PlaceOrder, placeOrder } from "./place-order.ts";

/**
 * Places an order and takes its payment as far as it goes while the caller waits.
 * @param waitMs how long to wait for the provider, in milliseconds; 0 answers as soon as the order is committed
 * @throws as `placeOrder`; KeyError `key-in-flight` for a retry that comes while the payment is still being made
 */
export async function placeAndPay(
  desk: Desk,
  request: Omit<PlaceOrder, "awaitsPayment">,
  waitMs: number,
): Promise<Outcome> {
  const placed = await placeOrder(desk.db, { ...request, awaitsPayment: waitMs > 0 }, desk.keys);
  return payOnce(desk, placed.intent, placed, waitMs);
}
