import { Hono } from "hono";
import { createCart } from "../../carts/create-cart.ts";
import { getCart } from "../../carts/get-cart.ts";
import { removeCartLine } from "../../carts/remove-cart-line.ts";
import { setCartLine } from "../../carts/set-cart-line.ts";
import { setLineSchema } from "../../domain/inputs.ts";
import type { Runtime } from "../../runtime.ts";
import type { ApiEnv } from "../api.ts";
import { requireCaller } from "../request-context.ts";
import { idParam, readBodyAs } from "./body.ts";
import { entity, ifMatchOf } from "./respond.ts";

export function cartRoutes({ db }: Runtime): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>();
  app.post("/", async (c) => {
    c.get("context").line.operation = "carts.create";
    const cart = await createCart(db, requireCaller(c.get("context")).accountId);
    c.header("Location", `/api/v1/carts/${cart.id}`);
    return entity(c, cart, 201);
  });
  app.get("/:id", async (c) => {
    c.get("context").line.operation = "carts.get";
    return entity(c, await getCart(db, requireCaller(c.get("context")).accountId, idParam(c, "id")));
  });
  app.put("/:id/lines/:sku", async (c) => {
    c.get("context").line.operation = "carts.setLine";
    const { accountId } = requireCaller(c.get("context"));
    const { quantity } = await readBodyAs(c, setLineSchema);
    const where = { accountId, cartId: idParam(c, "id"), sku: c.req.param("sku") };
    return entity(c, await setCartLine(db, { ...where, quantity, ifMatch: ifMatchOf(c) }));
  });
  app.delete("/:id/lines/:sku", async (c) => {
    c.get("context").line.operation = "carts.removeLine";
    const { accountId } = requireCaller(c.get("context"));
    const where = { accountId, cartId: idParam(c, "id"), sku: c.req.param("sku") };
    await removeCartLine(db, { ...where, ifMatch: ifMatchOf(c) });
    return c.body(null, 204);
  });
  return app;
}
