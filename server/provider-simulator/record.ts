// The one statement that makes something happen. It writes the answer on the key, only where the claim still holds,
// and hangs the charge, its events and their deliveries on that: all of it happens once, or none of it.
import type { Sql } from "./database.ts";
import { type EventRow, withNewId } from "./events.ts";
import type { Claim, Remembered } from "./idempotency.ts";
import type { ChargeRow, IntentRow, Metadata, RefundRow } from "./objects.ts";
import type { Reorder } from "./reorder.ts";
import type { WebhookRule, WebhookRules } from "./webhook-rules.ts";
import type { WebhookSender } from "./webhook-sender.ts";

export type Facts = {
  intents?: IntentRow[];
  charges?: ChargeRow[];
  refunds?: RefundRow[];
  events?: EventRow[];
  /** Metadata of the payment all this is about. */
  subject: Metadata;
};

type DeliveryRow = { event: string; held: boolean };

export type Recorder = ReturnType<typeof createRecorder>;

/** After the answer, usually: Stripe's webhooks come soon, in no particular order, and not in the same instant. */
const usualPauseMs = 50;

export function createRecorder(
  sql: Sql,
  hooks: { rules: WebhookRules; sender: WebhookSender; reorder: Reorder; on: boolean },
) {
  async function afterwards(rule: WebhookRule, events: string[]): Promise<void> {
    if (rule.mode === "early") await hooks.sender.sendHeld({ events }, false);
    else if (rule.mode === "reorder") hooks.reorder.gather(rule, events);
    else hooks.sender.wake();
  }

  return {
    /**
     * @returns `lost` when another process took the claim over: nothing was written, and it will answer
     * @throws a database error with the constraint's name when a refund came too late for its place in the chain
     */
    async record(claim: Claim, answer: Remembered, facts: Facts): Promise<"recorded" | "lost"> {
      const rule = hooks.rules.ruleFor(facts.subject);
      const events = eventsUnder(rule, facts.events ?? []);
      const deliveries = hooks.on ? deliveriesUnder(rule, events) : [];
      if (!(await write(sql, claim, answer, { ...facts, events }, deliveries))) return "lost";
      await afterwards(
        rule,
        events.map((event) => event.id),
      );
      return "recorded";
    },
  };
}

function eventsUnder(rule: WebhookRule, events: EventRow[]): EventRow[] {
  if (rule.mode !== "duplicate" || !rule.newIds) return events;
  return events.flatMap((event) => [
    event,
    ...Array.from({ length: rule.copies - 1 }, () => withNewId(event)),
  ]);
}

function deliveriesUnder(rule: WebhookRule, events: EventRow[]): DeliveryRow[] {
  const held = rule.mode === "hold" || rule.mode === "reorder" || rule.mode === "early";
  const copies = rule.mode === "duplicate" && !rule.newIds ? rule.copies : 1;
  return events.flatMap(({ id }) => Array.from({ length: copies }, () => ({ event: id, held })));
}

async function write(
  sql: Sql,
  claim: Claim,
  answer: Remembered,
  facts: Facts,
  deliveries: DeliveryRow[],
): Promise<boolean> {
  const rows = await sql`
    with claim as (
      update idempotent_requests set status = ${answer.status}, body = ${answer.body}
      where key = ${claim.key} and holder = ${claim.holder} and status is null
      returning key
    ), intents as (
      insert into payment_intents
        (id, created, amount, currency, status, payment_method, description, metadata, latest_charge)
      select id, created, amount, currency, status, payment_method, description, metadata, latest_charge
      from claim, jsonb_populate_recordset(null::payment_intents, ${sql.json(facts.intents ?? [])})
    ), charged as (
      insert into charges (id, created, payment_intent, amount, currency, status, payment_method, description,
        metadata, decline_code, idempotency_key, key_generation)
      select id, created, payment_intent, amount, currency, status, payment_method, description,
        metadata, decline_code, idempotency_key, key_generation
      from claim, jsonb_populate_recordset(null::charges, ${sql.json(facts.charges ?? [])})
    ), refunded as (
      insert into refunds (id, created, charge, payment_intent, amount, currency, reason, metadata,
        refunded_before, charge_amount, idempotency_key, key_generation)
      select id, created, charge, payment_intent, amount, currency, reason, metadata,
        refunded_before, charge_amount, idempotency_key, key_generation
      from claim, jsonb_populate_recordset(null::refunds, ${sql.json(facts.refunds ?? [])})
    ), happened as (
      insert into events (id, created, type, payload)
      select id, created, type, payload
      from claim, jsonb_populate_recordset(null::events, ${sql.json(facts.events ?? [])})
    ), queued as (
      insert into webhook_deliveries (event, subject, held, due_at)
      select event, ${sql.json(facts.subject)}, held, clock_timestamp() + make_interval(secs => ${usualPauseMs / 1000})
      from claim, jsonb_to_recordset(${sql.json(deliveries)}) as d (event text, held boolean)
    )
    select key from claim`;
  return rows.length === 1;
}
