// Stripe, or the simulator that speaks its API, through the official client. Its automatic retries are off: our own tries
// carry our own key.
import Stripe from "stripe";
import type { ChargeOutcome } from "../domain/payment.ts";
import type { Processor } from "./processor.ts";

export type StripeSettings = {
  readonly secretKey: string;
  /** Unset: Stripe itself. */
  readonly url?: string | undefined;
};

export function stripeProcessor(settings: StripeSettings): Processor {
  const target = settings.url === undefined ? undefined : new URL(settings.url);
  const client = new Stripe(settings.secretKey, {
    maxNetworkRetries: 0,
    telemetry: false,
    ...(target && {
      host: target.hostname,
      port: target.port || (target.protocol === "https:" ? 443 : 80),
      protocol: target.protocol === "https:" ? "https" : "http",
    }),
  });
  return {
    async charge(request, timeoutMs) {
      try {
        const intent = await client.paymentIntents.create(
          {
            amount: request.money.amount,
            currency: request.money.currency.toLowerCase(),
            payment_method: request.method,
            confirm: true,
            automatic_payment_methods: { enabled: true, allow_redirects: "never" },
            metadata: { order_id: request.orderId, payment_id: request.paymentId },
          },
          // The client takes whole milliseconds only, and falls back to its own 80 seconds without a word.
          { idempotencyKey: request.key, timeout: Math.ceil(timeoutMs) },
        );
        return outcomeOf(intent);
      } catch (error) {
        return outcomeOfError(error);
      }
    },
    async isReachable(timeoutMs) {
      if (!target) return true; // Stripe's own status is not ours to judge
      const answer = await fetch(new URL("/healthz", target), {
        signal: AbortSignal.timeout(timeoutMs),
      }).catch(() => undefined);
      return answer?.ok ?? false;
    },
  };
}

function outcomeOf(intent: Stripe.PaymentIntent): ChargeOutcome {
  if (intent.status === "succeeded") return { kind: "succeeded", providerId: intent.id };
  if (intent.status === "requires_payment_method" || intent.status === "canceled") {
    const declineCode = intent.last_payment_error?.decline_code ?? "generic_decline";
    return { kind: "declined", declineCode, providerId: intent.id };
  }
  return { kind: "unknown", reason: `the payment intent is ${intent.status}` };
}

/**
 * Only a card error ends an attempt. A 409 (the key is in use), a 400 about parameters (a mistake of ours), a 5xx and a
 * lost connection leave the outcome unknown: the money may or may not have moved.
 */
function outcomeOfError(error: unknown): ChargeOutcome {
  if (error instanceof Stripe.errors.StripeCardError) {
    const declineCode = error.decline_code ?? error.code ?? "generic_decline";
    return { kind: "declined", declineCode, providerId: error.payment_intent?.id ?? null };
  }
  if (error instanceof Stripe.errors.StripeError) {
    return { kind: "unknown", reason: `${error.type} ${error.statusCode ?? ""} ${error.code ?? ""}`.trim() };
  }
  return { kind: "unknown", reason: error instanceof Error ? error.message : "no answer" };
}
