// The whole API as one function from request to response.
import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import type { Logger } from "pino";
import { answerRequest } from "./answer-request.ts";
import { listCharges, retrieveCharge } from "./charges.ts";
import { createControl } from "./control.ts";
import type { Sql } from "./database.ts";
import { type StripeError, unknownAddress } from "./errors.ts";
import { listEvents, retrieveEvent } from "./events.ts";
import type { Operation } from "./operation.ts";
import { createPaymentIntent, listPaymentIntents, retrievePaymentIntent } from "./payment-intents.ts";
import { type Received, receive } from "./receive.ts";
import { createRefund, listRefunds, retrieveRefund } from "./refunds.ts";
import { type Reply, sendReply } from "./reply.ts";
import { type Ending, noteArrival, noteEnding } from "./requests.ts";
import type { Settings } from "./settings.ts";
import { waitIsOver } from "./wait.ts";
import { createWorld, type World } from "./world.ts";

type Env = { Bindings: Partial<HttpBindings> };

export type Simulator = {
  fetch: (request: Request, bindings?: Partial<HttpBindings>) => Response | Promise<Response>;
  /** Ends the webhook sender and everything that waits. The database stays the caller's to close. */
  stop(): Promise<void>;
};

export function createSimulator({
  sql,
  settings,
  log,
}: {
  sql: Sql;
  settings: Settings;
  log: Logger;
}): Simulator {
  const stopping = new AbortController();
  const world = createWorld(sql, settings, log, stopping.signal);
  const app = new Hono<Env>();
  const refuse = ({ status, body }: StripeError) => Response.json({ error: body }, { status });

  app.get("/healthz", async (c) => {
    await sql`select 1`;
    return c.json({ status: "ok" });
  });

  app.post("/v1/payment_intents", handler(world, createPaymentIntent));
  app.get("/v1/payment_intents", handler(world, listPaymentIntents));
  app.get("/v1/payment_intents/:id", handler(world, retrievePaymentIntent));
  app.get("/v1/charges", handler(world, listCharges));
  app.get("/v1/charges/:id", handler(world, retrieveCharge));
  app.post("/v1/refunds", handler(world, createRefund));
  app.get("/v1/refunds", handler(world, listRefunds));
  app.get("/v1/refunds/:id", handler(world, retrieveRefund));
  app.get("/v1/events", handler(world, listEvents));
  app.get("/v1/events/:id", handler(world, retrieveEvent));
  if (settings.lab) app.route("/_control", createControl(world));

  app.notFound((c) => refuse(unknownAddress(c.req.method, c.req.path)));
  app.onError((error) => {
    log.error({ err: error }, "the simulator failed");
    return Response.json({ error: { type: "api_error", message: "The simulator failed." } }, { status: 500 });
  });

  return {
    fetch: (request, bindings = {}) => app.fetch(request, bindings),
    async stop() {
      stopping.abort();
      await world.sender.stop();
    },
  };
}

function handler<P>(world: World, operation: Operation<P>) {
  return async (c: Context<Env>): Promise<Response> => {
    const startedAt = performance.now();
    const received = await receive(c, operation.name);
    await noteArrival(world.sql, {
      ...received,
      id: received.requestId,
      orderId: received.metadata.order_id,
    });
    const { reply, fault } = await answerRequest(world, received, operation);
    const ending = { ...endingOf(reply), fault: fault?.kind };
    await noteEnding(world.sql, received.requestId, ending);
    logLine(world, received, ending, performance.now() - startedAt);
    return await sendReply(c.env, reply, received.requestId, waitIsOver(world));
  };
}

function endingOf(reply: Reply): Omit<Ending, "fault"> {
  switch (reply.kind) {
    case "answer":
      return { outcome: reply.outcome, status: reply.status, replayed: reply.replayed };
    case "drop":
      return { outcome: "dropped", status: null, replayed: reply.replayed };
    case "reset":
      return { outcome: "reset", status: null, replayed: false };
    case "hang":
      return { outcome: "hung", status: null, replayed: false };
  }
}

function logLine({ log }: World, received: Received, ending: Ending, ms: number): void {
  const { requestId, operation, key } = received;
  const orderId = received.metadata.order_id;
  log.info({ request: requestId, operation, key, orderId, ...ending, ms: Math.round(ms) }, "request");
}
