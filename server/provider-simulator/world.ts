// Everything one running simulator consists of, handed to what needs it.
import type { Logger } from "pino";
import type { Sql } from "./database.ts";
import { createFaults, type Faults } from "./faults.ts";
import { createKeys, type Keys } from "./idempotency.ts";
import { createRecorder, type Recorder } from "./record.ts";
import { createReorder } from "./reorder.ts";
import type { Settings } from "./settings.ts";
import { createWebhookRules, type WebhookRules } from "./webhook-rules.ts";
import { startWebhookSender, type WebhookSender } from "./webhook-sender.ts";

export type World = {
  sql: Sql;
  settings: Settings;
  log: Logger;
  faults: Faults;
  keys: Keys;
  recorder: Recorder;
  rules: WebhookRules;
  sender: WebhookSender;
  /** Aborted when the process stops: nothing goes on waiting. */
  stopping: AbortSignal;
};

export function createWorld(sql: Sql, settings: Settings, log: Logger, stopping: AbortSignal): World {
  const rules = createWebhookRules();
  const sender = startWebhookSender(sql, settings, log);
  const reorder = createReorder(sender, log, stopping);
  const recorder = createRecorder(sql, { rules, sender, reorder, on: settings.webhookUrl !== undefined });
  return {
    sql,
    settings,
    log,
    faults: createFaults(),
    keys: createKeys(sql),
    recorder,
    rules,
    sender,
    stopping,
  };
}
