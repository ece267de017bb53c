// The last step to the wire: an answer sent, sent late, or never sent because a fault says that it got lost.
import { setTimeout as sleep } from "node:timers/promises";
import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { StripeError } from "./errors.ts";
import type { Outcome } from "./requests.ts";

export type Answer = { status: number; body: string; outcome: Outcome; replayed: boolean; lateMs: number };

export type Reply =
  | ({ kind: "answer" } & Answer)
  /** The work is done; the connection closes instead of an answer. */
  | ({ kind: "drop" } & Answer)
  /** Nothing is done; the connection is reset. */
  | { kind: "reset" }
  /** Nothing is done; no answer comes until the client leaves, or this long. */
  | { kind: "hang"; mostMs: number };

export function refusal(error: StripeError, outcome: Outcome): Reply {
  const body = JSON.stringify({ error: error.body });
  return { kind: "answer", status: error.status, body, outcome, replayed: false, lateMs: 0 };
}

export async function sendReply(
  bindings: Partial<HttpBindings>,
  reply: Reply,
  requestId: string,
  /** Ends every wait: the process stops, or the faults are cleared. */
  over: AbortSignal,
): Promise<Response> {
  const socket = bindings.incoming?.socket;
  if (reply.kind === "reset") {
    socket?.resetAndDestroy();
    return RESPONSE_ALREADY_SENT;
  }
  if (reply.kind === "hang") {
    const left = new AbortController();
    socket?.once("close", () => left.abort());
    await sleep(reply.mostMs, undefined, { signal: AbortSignal.any([left.signal, over]) }).catch(() => {});
    socket?.destroy();
    return RESPONSE_ALREADY_SENT;
  }
  if (reply.lateMs > 0) await sleep(reply.lateMs, undefined, { signal: over }).catch(() => {});
  if (reply.kind === "drop") {
    socket?.destroy();
    return RESPONSE_ALREADY_SENT;
  }
  const headers = new Headers({ "content-type": "application/json", "request-id": requestId });
  if (reply.replayed) headers.set("idempotent-replayed", "true");
  return new Response(reply.body, { status: reply.status, headers });
}
