// Why a refund cannot be made. The work has begun by then, so these answers are remembered for the key. They stay
// true: what has been refunded only grows.
import { noSuch, StripeError } from "./errors.ts";
import type { FoundCharge } from "./find-objects.ts";

type Asked = {
  charge?: string | undefined;
  payment_intent?: string | undefined;
  amount?: number | undefined;
};

export function refundRefusal(found: FoundCharge | undefined, asked: Asked): StripeError | undefined {
  if (found === undefined) {
    return asked.charge === undefined
      ? noSuch("payment_intent", asked.payment_intent ?? "", "payment_intent", 400)
      : noSuch("charge", asked.charge, "charge", 400);
  }
  const { charge, refunded } = found;
  if (asked.payment_intent !== undefined && asked.payment_intent !== charge.payment_intent) {
    return refuse(`Charge ${charge.id} does not belong to PaymentIntent ${asked.payment_intent}.`, {
      param: "charge",
    });
  }
  if (charge.status !== "succeeded") {
    return refuse(
      `This PaymentIntent (${charge.payment_intent}) does not have a successful charge to refund.`,
      {
        param: asked.charge === undefined ? "payment_intent" : "charge",
      },
    );
  }
  const left = charge.amount - refunded;
  if (left === 0) {
    return refuse(`Charge ${charge.id} has already been refunded.`, { code: "charge_already_refunded" });
  }
  if (asked.amount !== undefined && asked.amount > left) {
    const unit = charge.currency.toUpperCase();
    return refuse(
      `Refund amount (${asked.amount} ${unit}) is greater than unrefunded amount on charge (${left} ${unit})`,
      { code: "amount_too_large", param: "amount" },
    );
  }
  return undefined;
}

function refuse(message: string, more: { code?: string; param?: string }): StripeError {
  return new StripeError(400, { type: "invalid_request_error", message, ...more });
}
