// Planting faults for one's own account. Mounted only when LAB is on.
import { Hono, type MiddlewareHandler } from "hono";
import { type Faults, faultSchema } from "../faults/faults.ts";
import type { ApiEnv } from "./api.ts";
import { requireCaller } from "./request-context.ts";
import { readBodyAs } from "./rest/body.ts";

export function faultRoutes(faults: Faults): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>();
  app.post("/faults", async (c) => {
    c.get("context").line.operation = "lab.plantFault";
    const { accountId } = requireCaller(c.get("context"));
    faults.plant(accountId, await readBodyAs(c, faultSchema));
    return c.body(null, 204);
  });
  app.get("/faults", (c) => {
    c.get("context").line.operation = "lab.listFaults";
    return c.json({ items: faults.list(requireCaller(c.get("context")).accountId), next: null });
  });
  app.delete("/faults", (c) => {
    c.get("context").line.operation = "lab.clearFaults";
    faults.clear(requireCaller(c.get("context")).accountId);
    return c.body(null, 204);
  });
  return app;
}

/** A dropped answer ends with the connection: the work is done, and the caller sees only a reset. */
export function underFaults(faults: Faults): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const { caller, line } = c.get("context");
    const outcome = await faults.around(caller?.accountId, () => line.operation, next);
    if (outcome === "dropped") c.env.connection?.destroy();
  };
}
