// The control surface for tests and the lab. It exists only when LAB=on; a browser page may not use it, so a web page
// open on the same machine cannot reach through to it.
import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { z } from "zod";
import { readBody } from "./body.ts";
import { faultSchema } from "./faults.ts";
import { plantCharge, plantedChargeSchema } from "./plant-charge.ts";
import { listRequests } from "./requests.ts";
import { releaseSchema, ruleSchema } from "./webhook-rules.ts";
import type { World } from "./world.ts";

/** A mistake in a control request, said in a sentence. */
class Mistake extends Error {}

const requestsQuery = z.strictObject({
  key: z.string().optional(),
  orderId: z.string().optional(),
  operation: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(1000),
});

export function createControl(world: World): Hono {
  const app = new Hono();
  app.use(async (c, next) => {
    if (c.req.header("origin") !== undefined) return c.json({ error: "Not for browsers." }, 403);
    return await next();
  });
  app.post("/faults", async (c) => {
    const fault = await readJson(c.req.raw, faultSchema);
    world.faults.plant(fault);
    return c.json(fault, 201);
  });
  app.post("/webhooks", async (c) => {
    const rule = await readJson(c.req.raw, ruleSchema);
    world.rules.set(rule);
    // Back to normal for everyone: what is still held goes out.
    if (rule.mode === "normal" && rule.match === undefined) await world.sender.unholdAll();
    return c.json(rule);
  });
  app.post("/webhooks/release", async (c) => {
    const { subject, order } = await readJson(c.req.raw, releaseSchema);
    return c.json(await world.sender.sendHeld({ subject }, order === "newest_first"));
  });
  app.post("/charges", async (c) => {
    const asked = await readJson(c.req.raw, plantedChargeSchema);
    return c.json(await plantCharge(world, asked, `planted-${randomUUID()}`), 201);
  });
  app.get("/requests", async (c) => {
    const filter = understand(requestsQuery, c.req.query());
    return c.json({ items: await listRequests(world.sql, filter) });
  });
  app.delete("/", async (c) => {
    world.faults.clear();
    world.rules.clear();
    await world.sender.unholdAll();
    return c.body(null, 204);
  });
  app.onError((error, c) => {
    if (error instanceof Mistake) return c.json({ error: error.message }, 400);
    world.log.error({ err: error }, "the control surface failed");
    return c.json({ error: "The simulator failed; its log says why." }, 500);
  });
  return app;
}

async function readJson<T>(request: Request, schema: z.ZodType<T>): Promise<T> {
  const text = await readBody(request);
  if (text === undefined) throw new Mistake("The body is larger than 64 KB.");
  let given: unknown;
  try {
    given = text === "" ? {} : JSON.parse(text);
  } catch {
    throw new Mistake("The body is not JSON.");
  }
  return understand(schema, given);
}

function understand<T>(schema: z.ZodType<T>, given: unknown): T {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const sentences = parsed.error.issues.map(({ path, message }) =>
    path.length === 0 ? message : `${path.join(".")}: ${message}`,
  );
  throw new Mistake(sentences.join(" "));
}
