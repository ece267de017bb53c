// The order state machine, as data. The database refuses the same edges again, for every other code path.
import type { Line } from "./cart.ts";
import type { Money } from "./money.ts";
import type { PaymentView } from "./payment.ts";

export const orderStatuses = [
  "pending_payment",
  "paid",
  "packed",
  "shipped",
  "delivered",
  "cancelled",
  "refunded",
] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** From each status, the statuses one compare-and-set may move to. */
export const transitions: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  pending_payment: ["paid", "cancelled"],
  paid: ["packed", "cancelled", "refunded"],
  packed: ["shipped", "cancelled", "refunded"],
  shipped: ["delivered", "refunded"],
  delivered: ["refunded"],
  cancelled: [],
  refunded: [],
};

/** Whether one step leads from `from` to `to`. Staying where you are is not a step. */
export function mayMove(from: OrderStatus, to: OrderStatus): boolean {
  return transitions[from].includes(to);
}

export type ShipTo = {
  readonly name: string;
  readonly line1: string;
  readonly line2?: string | undefined;
  readonly city: string;
  readonly postcode: string;
  readonly country: string;
};

/** An order as callers see it, over REST, tRPC and in pages. */
export type Order = {
  readonly id: string;
  readonly reference: string;
  readonly status: OrderStatus;
  readonly version: number;
  readonly cartId: string;
  readonly lines: readonly Line[];
  readonly total: Money;
  readonly email: string;
  readonly shipTo: ShipTo;
  readonly note: string | null;
  readonly payment: PaymentView;
  readonly createdAt: string;
  readonly updatedAt: string;
};

/** No vowels and no look-alikes, so that a reference can be read out and never spells a word. */
const referenceAlphabet = "23456789BCDFGHJKMNPQRSTVWXYZ";

/**
 * A reference a buyer can quote, such as `PO-7K3M-9QXW`.
 * @param random at least 8 random bytes
 */
export function referenceFrom(random: Uint8Array): string {
  const letters = Array.from(
    random.subarray(0, 8),
    (byte) => referenceAlphabet[byte % referenceAlphabet.length],
  );
  if (letters.length < 8) throw new RangeError("a reference needs 8 random bytes");
  return `PO-${letters.slice(0, 4).join("")}-${letters.slice(4).join("")}`;
}
