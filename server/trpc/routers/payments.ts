import { idSchema, payAgainSchema } from "../../domain/inputs.ts";
import { waitMsOf } from "../../http/prefer.ts";
import { getOrder } from "../../orders/get-order.ts";
import { payAgain } from "../../payments/pay-again.ts";
import { router } from "../init.ts";
import { keyedProcedure } from "../procedures.ts";
import { orderFrom } from "./orders.ts";

export const paymentsRouter = router({
  payAgain: keyedProcedure
    .meta({ retry: "external" })
    .input(payAgainSchema.extend({ orderId: idSchema }))
    .mutation(async ({ ctx, input: { orderId, paymentMethod } }) => {
      const { desk, db } = ctx.request.runtime;
      const key = ctx.key();
      const { accountId } = ctx.caller;
      const order = await getOrder(db, { accountId, role: "shopper" }, { id: orderId });
      const waitMs = waitMsOf(ctx.request.headers.get("prefer"));
      return orderFrom(await payAgain(desk, { accountId, key, order, paymentMethod }, waitMs), ctx);
    }),
});
