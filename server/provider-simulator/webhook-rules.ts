// How webhooks are to be sent. In memory: a restart is back to normal. A rule with `match` concerns only the payments
// it matches, so that tests side by side do not hold each other's events.
import { z } from "zod";
import { contains, matchSchema, wantedMetadata } from "./faults.ts";
import type { Metadata } from "./objects.ts";

const subjectMatch = matchSchema.pick({ orderId: true, metadata: true });

export const ruleSchema = z.strictObject({
  mode: z.enum(["normal", "hold", "duplicate", "reorder", "early"]),
  match: subjectMatch.optional(),
  /** For `duplicate`: how often each event is sent. */
  copies: z.int().min(2).max(10).default(2),
  /** For `duplicate`: every copy under an event id of its own. */
  newIds: z.boolean().default(false),
  /** For `reorder`: how long events are gathered before the newest is sent first. */
  windowMs: z.int().min(0).max(60_000).default(1000),
});

export const releaseSchema = z
  .strictObject({
    match: subjectMatch.optional(),
    order: z.enum(["oldest_first", "newest_first"]).default("oldest_first"),
  })
  .transform(({ match, order }) => ({ subject: wantedMetadata(match ?? {}), order }));

export type WebhookRule = z.infer<typeof ruleSchema>;

const normal: WebhookRule = ruleSchema.parse({ mode: "normal" });

export type WebhookRules = ReturnType<typeof createWebhookRules>;

export function createWebhookRules() {
  let everyone = normal;
  let particular: WebhookRule[] = [];
  return {
    /** A rule without `match` replaces the rule for everyone; with one, it goes before the older ones. */
    set(rule: WebhookRule): void {
      if (rule.match === undefined) everyone = rule;
      else particular = [rule, ...particular];
    },
    ruleFor(subject: Metadata): WebhookRule {
      return particular.find((rule) => contains(subject, wantedMetadata(rule.match ?? {}))) ?? everyone;
    },
    clear(): void {
      everyone = normal;
      particular = [];
    },
  };
}
