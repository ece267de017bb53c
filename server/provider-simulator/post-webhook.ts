// One try at one webhook.
import type { Settings } from "./settings.ts";
import { signatureHeader } from "./signature.ts";

/** A receiver that has not answered by then is asked again later. */
const tryTimeoutMs = 5_000;

/** How the try ended: the status of the answer, or null and why there was none. */
export type Ended =
  | { delivered: true; status: number }
  | { delivered: false; status: number }
  | { delivered: false; status: null; reason: string };

export async function postWebhook(
  settings: Settings,
  payload: string,
  stopping: AbortSignal,
): Promise<Ended> {
  const at = Math.floor(Date.now() / 1000);
  try {
    const response = await fetch(settings.webhookUrl ?? "", {
      method: "POST",
      // A redirect is an answer that is not 2xx: what is signed for one address is not for another.
      redirect: "manual",
      headers: {
        "content-type": "application/json; charset=utf-8",
        "user-agent": "Stripe/1.0 (simulator)",
        "stripe-signature": signatureHeader(payload, settings.webhookSecret, at),
      },
      body: payload,
      signal: AbortSignal.any([AbortSignal.timeout(tryTimeoutMs), stopping]),
    });
    await response.body?.cancel();
    return { status: response.status, delivered: response.ok };
  } catch (error) {
    return { status: null, delivered: false, reason: reasonOf(error) };
  }
}

export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
