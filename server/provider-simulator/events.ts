// What happened, in Stripe's event objects. One fact may have several events (a charge and its intent both succeed),
// as at Stripe: a receiver that counts by event id alone counts twice.
import { z } from "zod";
import { noSuch } from "./errors.ts";
import { newId } from "./ids.ts";
import { listPage } from "./lists.ts";
import { reading } from "./operation.ts";
import { expand, listShape } from "./parameters.ts";

/** The version of Stripe's API that this imitates, for a caller that names none. */
export const defaultApiVersion = "2026-10-28.endive";

export type EventType =
  | "charge.succeeded"
  | "charge.failed"
  | "charge.refunded"
  | "payment_intent.succeeded"
  | "payment_intent.payment_failed"
  | "refund.created"
  | "refund.updated";

export type EventRow = { id: string; created: number; type: string; payload: string };

export type Cause = { requestId: string | null; key: string | null; apiVersion: string; at: number };

/** The event as it will be stored and sent: the bytes are fixed here, once. */
export function makeEvent(type: EventType, object: object, cause: Cause): EventRow {
  const event = {
    id: newId("evt"),
    object: "event",
    api_version: cause.apiVersion,
    created: cause.at,
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: cause.requestId, idempotency_key: cause.key },
    type,
  };
  return { id: event.id, created: event.created, type, payload: JSON.stringify(event) };
}

/** The same fact under another id, as when two endpoints of a shop lead to one address. */
export function withNewId(event: EventRow): EventRow {
  const id = newId("evt");
  return { ...event, id, payload: JSON.stringify({ ...JSON.parse(event.payload), id }) };
}

const listParameters = z.strictObject({
  ...listShape,
  type: z.string().optional(),
  types: z.array(z.string()).max(20).optional(),
  delivery_success: z.enum(["true", "false"]).optional(),
});

export const listEvents = reading<z.infer<typeof listParameters>>({
  name: "events.list",
  parameters: listParameters,
  read({ sql }, { parameters }) {
    const types = parameters.types ?? (parameters.type === undefined ? undefined : [parameters.type]);
    return listPage<{ payload: string }>(sql, {
      what: "event",
      path: "/v1/events",
      table: "events",
      columns: sql`o.payload`,
      where: types === undefined ? sql`true` : sql`${sql.json(types)} ? o.type`,
      asked: parameters,
      toObject: (row) => JSON.parse(row.payload),
    });
  },
});

const retrieveParameters = z.strictObject({ expand });

export const retrieveEvent = reading<z.infer<typeof retrieveParameters>>({
  name: "events.retrieve",
  parameters: retrieveParameters,
  async read({ sql }, { id }) {
    const [row] = await sql<{ payload: string }[]>`select payload from events where id = ${id}`;
    if (row === undefined) throw noSuch("event", id, "id", 404);
    return JSON.parse(row.payload);
  },
});
