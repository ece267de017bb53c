// `/api/v1`: thin handlers over the same verbs as tRPC.
import { Hono } from "hono";
import type { Runtime } from "../../runtime.ts";
import type { ApiEnv } from "../api.ts";
import { cartRoutes } from "./carts.ts";
import { orderRoutes } from "./orders.ts";
import { policyRoutes } from "./policy.ts";
import { productRoutes } from "./products.ts";

export function restRoutes(runtime: Runtime): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>();
  app.route("/products", productRoutes(runtime));
  app.route("/carts", cartRoutes(runtime));
  app.route("/orders", orderRoutes(runtime));
  app.route("/idempotency-policy", policyRoutes(runtime));
  return app;
}
