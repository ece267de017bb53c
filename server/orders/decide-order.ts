// The decision, pure: from what was read and minted to the order that shall exist. No clock, no randomness, no I/O, so a
// retry of the same facts decides the same.
import { lineOf, totalOf } from "../domain/cart.ts";
import { DomainError } from "../domain/errors.ts";
import type { PlaceOrderInput } from "../domain/inputs.ts";
import { type Order, referenceFrom } from "../domain/order.ts";
import type { ReadForOrder } from "./read-for-order.ts";

/** What only the outside world can give: identifiers and random bytes. */
export type Minted = {
  readonly orderId: string;
  readonly paymentId: string;
  readonly historyId: string;
  readonly messageId: string;
  readonly random: Uint8Array;
};

/**
 * @throws DomainError `not-found`, `cart-already-ordered`, `cart-changed`, `cart-empty`
 */
export function decideOrder(read: ReadForOrder, input: PlaceOrderInput, minted: Minted): Order {
  const { cart } = read;
  if (!cart || (input.attempt !== undefined && !read.attemptFound)) throw new DomainError("not-found");
  if (read.order) throw new DomainError("cart-already-ordered", read.order);
  const lines = cart.lines.map(({ sku, name, quantity, unitAmount, currency }) =>
    lineOf({ sku, name, quantity, unitPrice: { amount: unitAmount, currency } }),
  );
  const total = totalOf(lines);
  if (cart.version !== input.cartVersion) {
    throw new DomainError("cart-changed", { currentVersion: cart.version, total });
  }
  if (lines.length === 0) throw new DomainError("cart-empty");
  const at = new Date(Math.floor(read.nowMs)).toISOString();
  return {
    id: minted.orderId,
    reference: referenceFrom(minted.random),
    status: "pending_payment",
    version: 1,
    cartId: input.cartId,
    lines,
    total,
    email: input.email,
    shipTo: input.shipTo,
    note: null,
    payment: {
      id: minted.paymentId,
      status: "in_flight",
      method: input.paymentMethod,
      refunded: { amount: 0, currency: total.currency },
    },
    createdAt: at,
    updatedAt: at,
  };
}
