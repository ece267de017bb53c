import { z } from "zod";
import { readBody } from "../../domain/answers.ts";
import { DomainError, type ProblemCode } from "../../domain/errors.ts";
import { idSchema, placeOrderSchema } from "../../domain/inputs.ts";
import type { Order } from "../../domain/order.ts";
import { waitMsOf } from "../../http/prefer.ts";
import type { Outcome } from "../../idempotency/index.ts";
import { getOrder } from "../../orders/get-order.ts";
import { listOrders } from "../../orders/list-orders.ts";
import { placeAndPay } from "../../orders/place-and-pay.ts";
import type { TrpcContext } from "../context.ts";
import { router } from "../init.ts";
import { accountProcedure, keyedProcedure } from "../procedures.ts";

const referenceSchema = z.string().regex(/^PO-[0-9A-Z]{4}-[0-9A-Z]{4}$/, "must be an order reference");

/** A stored answer as tRPC carries it: the same bytes, read back; a stored refusal is thrown. */
export function orderFrom({ kind, answer }: Outcome, ctx: TrpcContext): { order: Order; replayed: boolean } {
  const replayed = kind === "replayed";
  ctx.request.line.replayed = replayed;
  if (replayed) ctx.responseHeaders.set("Idempotent-Replay", "true");
  const body = readBody(answer) as Order;
  if (answer.status < 400) {
    if (answer.etag) ctx.responseHeaders.set("ETag", answer.etag);
    return { order: body, replayed };
  }
  const {
    type,
    title: _,
    status: __,
    retry: ___,
    ...facts
  } = body as unknown as { type: string } & Record<string, unknown>;
  throw new DomainError(type.replace("/problems/", "") as ProblemCode, facts);
}

export const ordersRouter = router({
  place: keyedProcedure
    .meta({ retry: "external" })
    .input(placeOrderSchema)
    .mutation(async ({ ctx, input }) => {
      const { desk } = ctx.request.runtime;
      const request = { accountId: ctx.caller.accountId, key: ctx.key(), input };
      return orderFrom(await placeAndPay(desk, request, waitMsOf(ctx.request.headers.get("prefer"))), ctx);
    }),
  get: accountProcedure
    .input(z.union([z.strictObject({ id: idSchema }), z.strictObject({ reference: referenceSchema })]))
    .query(({ ctx, input }) => getOrder(ctx.request.runtime.db, ctx.caller, input)),
  list: accountProcedure
    .input(z.strictObject({ cursor: idSchema.optional() }).optional())
    .query(({ ctx, input }) => listOrders(ctx.request.runtime.db, ctx.caller, input?.cursor)),
});
