// Later events first: gathers what happens within a window, then sends the newest of it first.
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { WebhookRule } from "./webhook-rules.ts";
import type { WebhookSender } from "./webhook-sender.ts";

export type Reorder = ReturnType<typeof createReorder>;

export function createReorder(sender: WebhookSender, log: Logger, stopping: AbortSignal) {
  const gathered = new Map<WebhookRule, string[]>();

  async function sendAfterWindow(rule: WebhookRule, events: string[]): Promise<void> {
    await sleep(rule.windowMs, undefined, { signal: stopping });
    gathered.delete(rule);
    await sender.sendHeld({ events }, true);
  }

  return {
    /** The window opens with the first event; those held when the process stops go out after the next start. */
    gather(rule: WebhookRule, events: string[]): void {
      const batch = gathered.get(rule);
      if (batch !== undefined) {
        batch.push(...events);
        return;
      }
      const first = [...events];
      gathered.set(rule, first);
      sendAfterWindow(rule, first).catch((error: unknown) => {
        if (!stopping.aborted) log.error({ reason: String(error) }, "gathered webhooks could not be sent");
      });
    },
  };
}
