import { z } from "zod";
import { findCurrentCart, getCart } from "../../carts/get-cart.ts";
import { removeCartLine } from "../../carts/remove-cart-line.ts";
import { setCartLine } from "../../carts/set-cart-line.ts";
import { findAttempt } from "../../checkout/find-attempt.ts";
import { tagOf } from "../../domain/etag.ts";
import { attemptSchema, idSchema, quantitySchema, skuSchema, versionSchema } from "../../domain/inputs.ts";
import { router } from "../init.ts";
import { accountProcedure, visitorProcedure } from "../procedures.ts";

const lineSchema = z.strictObject({
  cartId: idSchema,
  sku: skuSchema,
  expectedVersion: versionSchema.optional(),
});

const preconditionOf = (version: number | undefined) =>
  version === undefined ? ({ kind: "absent" } as const) : ({ kind: "tags", tags: [tagOf(version)] } as const);

export const cartsRouter = router({
  /** The cart a visitor would check out now; null before the first write. */
  current: visitorProcedure.query(async ({ ctx: { request } }) =>
    request.caller ? ((await findCurrentCart(request.runtime.db, request.caller.accountId)) ?? null) : null,
  ),
  get: accountProcedure
    .input(z.strictObject({ cartId: idSchema }))
    .query(({ ctx, input }) => getCart(ctx.request.runtime.db, ctx.caller.accountId, input.cartId)),
  setLine: accountProcedure
    .meta({ retry: "natural" })
    .input(lineSchema.extend({ quantity: quantitySchema }))
    .mutation(({ ctx, input: { expectedVersion, ...line } }) =>
      setCartLine(ctx.request.runtime.db, {
        ...line,
        accountId: ctx.caller.accountId,
        ifMatch: preconditionOf(expectedVersion),
      }),
    ),
  removeLine: accountProcedure
    .meta({ retry: "natural" })
    .input(lineSchema)
    .mutation(({ ctx, input: { expectedVersion, ...line } }) =>
      removeCartLine(ctx.request.runtime.db, {
        ...line,
        accountId: ctx.caller.accountId,
        ifMatch: preconditionOf(expectedVersion),
      }),
    ),
  /** The checkout that a token stands for: cart, typed details, and the order if there is one. */
  attempt: accountProcedure
    .input(z.strictObject({ attempt: attemptSchema }))
    .query(({ ctx, input }) => findAttempt(ctx.request.runtime.db, ctx.caller.accountId, input.attempt)),
});
