import { Hono } from "hono";
import { cursorSchema, idSchema, payAgainSchema, placeOrderSchema } from "../../domain/inputs.ts";
import { getOrder } from "../../orders/get-order.ts";
import { listOrders } from "../../orders/list-orders.ts";
import { placeAndPay } from "../../orders/place-and-pay.ts";
import { payAgain } from "../../payments/pay-again.ts";
import type { Runtime } from "../../runtime.ts";
import type { ApiEnv } from "../api.ts";
import { keyOf } from "../idempotency-key.ts";
import { waitMsOf } from "../prefer.ts";
import { requireCaller } from "../request-context.ts";
import { idParam, readBodyAs } from "./body.ts";
import { entity, stored } from "./respond.ts";

export function orderRoutes({ db, desk }: Runtime): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>();
  app.post("/", async (c) => {
    const context = c.get("context");
    context.line.operation = "orders.place";
    const { accountId } = requireCaller(context);
    const input = await readBodyAs(c, placeOrderSchema);
    const request = { accountId, key: keyOf(context), input };
    return stored(c, await placeAndPay(desk, request, waitMsOf(c.req.header("prefer") ?? null)));
  });
  app.get("/", async (c) => {
    c.get("context").line.operation = "orders.list";
    const caller = requireCaller(c.get("context"));
    const cursor = c.req.query("cursor");
    const before = cursor === undefined ? undefined : idSchema.parse(cursorSchema.parse(cursor));
    return c.json(await listOrders(db, caller, before));
  });
  app.get("/:id", async (c) => {
    c.get("context").line.operation = "orders.get";
    return entity(c, await getOrder(db, requireCaller(c.get("context")), { id: idParam(c, "id") }));
  });
  app.post("/:id/payments", async (c) => {
    const context = c.get("context");
    context.line.operation = "payments.payAgain";
    const caller = requireCaller(context);
    const { paymentMethod } = await readBodyAs(c, payAgainSchema);
    const key = keyOf(context);
    const order = await getOrder(db, { ...caller, role: "shopper" }, { id: idParam(c, "id") });
    const request = { accountId: caller.accountId, key, order, paymentMethod };
    return stored(c, await payAgain(desk, request, waitMsOf(c.req.header("prefer") ?? null)));
  });
  return app;
}
