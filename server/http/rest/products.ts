import { Hono } from "hono";
import { getProduct } from "../../catalogue/get-product.ts";
import { listProducts } from "../../catalogue/list-products.ts";
import type { Runtime } from "../../runtime.ts";
import type { ApiEnv } from "../api.ts";
import { entity } from "./respond.ts";

export function productRoutes({ db }: Runtime): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>();
  app.get("/", async (c) => {
    c.get("context").line.operation = "products.list";
    return c.json({ items: await listProducts(db), next: null });
  });
  app.get("/:sku", async (c) => {
    c.get("context").line.operation = "products.get";
    return entity(c, await getProduct(db, c.req.param("sku")));
  });
  return app;
}
