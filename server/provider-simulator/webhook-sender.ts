// Sends what the queue holds: at least once, and again after a pause until somebody says 2xx.
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { Sql } from "./database.ts";
import { postWebhook, reasonOf } from "./post-webhook.ts";
import type { Settings } from "./settings.ts";
import {
  type Delivery,
  heldDeliveries,
  markDelivered,
  markFailed,
  takeDeliveries,
  unholdAll,
  untilNextDueMs,
} from "./webhook-deliveries.ts";

/** Enough to show that webhooks arrive in any order, few enough for a laptop. */
const atOnceMax = 4;
/** The queue is looked at this often even if nothing woke the sender. */
const idleMs = 2_000;

type Held = Parameters<typeof heldDeliveries>[1];
/** How many were sent, and how many of those were taken with a 2xx. */
type Released = { released: number; delivered: number };

export type WebhookSender = {
  /** Something new may be due. */
  wake(): void;
  /** Sends held deliveries now, one after another in the order asked for. */
  sendHeld(which: Held, newestFirst: boolean): Promise<Released>;
  unholdAll(): Promise<void>;
  /** Ends within the time of one statement: tries under way are cut short and made again after the next start. */
  stop(): Promise<void>;
};

type State = {
  sql: Sql;
  settings: Settings;
  log: Logger;
  stopping: AbortController;
  /** Aborted to end the pause of the loop. */
  wakened: AbortController;
  sending: Set<Promise<void>>;
};

export function startWebhookSender(sql: Sql, settings: Settings, log: Logger): WebhookSender {
  const stopping = new AbortController();
  const state: State = { sql, settings, log, stopping, wakened: new AbortController(), sending: new Set() };
  const running = settings.webhookUrl === undefined ? Promise.resolve() : runUntilStopped(state);
  return {
    wake: () => state.wakened.abort(),
    sendHeld: (which, newestFirst) => sendHeld(state, which, newestFirst),
    async unholdAll() {
      await unholdAll(sql);
      state.wakened.abort();
    },
    async stop() {
      stopping.abort();
      await running;
      await Promise.all(state.sending);
    },
  };
}

/** A database that went away comes back: the loop waits and goes on. */
async function runUntilStopped(state: State): Promise<void> {
  const stopping = state.stopping.signal;
  while (!stopping.aborted) {
    await run(state).catch(async (error: unknown) => {
      if (stopping.aborted) return;
      state.log.error({ reason: reasonOf(error) }, "the webhook queue cannot be read");
      await pause(idleMs, stopping);
    });
  }
}

async function run(state: State): Promise<void> {
  const { sql, sending, stopping } = state;
  while (!stopping.signal.aborted) {
    state.wakened = new AbortController();
    const due = sending.size < atOnceMax ? await takeDeliveries(sql, atOnceMax - sending.size) : [];
    for (const delivery of due) sendMeanwhile(state, delivery);
    if (due.length > 0 && sending.size < atOnceMax) continue;
    const pauseMs = sending.size < atOnceMax ? await untilNextDueMs(sql, idleMs) : idleMs;
    await pause(pauseMs, AbortSignal.any([state.wakened.signal, stopping.signal]));
  }
}

function sendMeanwhile(state: State, delivery: Delivery): void {
  const work = send(state, delivery)
    .then(
      () => {},
      (error: unknown) =>
        state.log.error({ reason: reasonOf(error) }, "a webhook's outcome was not recorded"),
    )
    .finally(() => {
      state.sending.delete(work);
      state.wakened.abort();
    });
  state.sending.add(work);
}

async function send({ sql, settings, log, stopping }: State, delivery: Delivery): Promise<boolean> {
  const ended = await postWebhook(settings, delivery.payload, stopping.signal);
  const line = { event: delivery.event, try: delivery.tries, ...ended };
  if (ended.delivered) {
    log.info(line, "webhook");
    await markDelivered(sql, delivery.id, ended.status);
  } else {
    log.warn(line, "webhook");
    await markFailed(
      sql,
      delivery,
      ended.status,
      ended.status === null ? ended.reason : `answered ${ended.status}`,
    );
  }
  return ended.delivered;
}

async function sendHeld(state: State, which: Held, newestFirst: boolean): Promise<Released> {
  const { sql, settings, stopping } = state;
  const ids = settings.webhookUrl === undefined ? [] : await heldDeliveries(sql, which, newestFirst);
  const answer = { released: 0, delivered: 0 };
  for (const id of ids) {
    const [delivery] = stopping.signal.aborted ? [] : await takeDeliveries(sql, 1, id);
    if (delivery === undefined) continue;
    answer.released += 1;
    if (await send(state, delivery)) answer.delivered += 1;
  }
  return answer;
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {});
}
