// A charge nobody asked for: made by hand in the provider's dashboard, or by another system. The shop has no order for
// it, which is for its reconciliation to find.
import { z } from "zod";
import { defaultApiVersion } from "./events.ts";
import { newId } from "./ids.ts";
import { type ChargeRow, chargeObject } from "./objects.ts";
import { amountMax } from "./parameters.ts";
import { eventsFor, rowsFor } from "./payment-intents.ts";
import type { World } from "./world.ts";

export const plantedChargeSchema = z.strictObject({
  amount: z.int().min(1).max(amountMax),
  currency: z
    .string()
    .toLowerCase()
    .regex(/^[a-z]{3}$/, "Use a three-letter ISO code."),
  /** Seconds since 1970, or an instant such as 2026-05-01T23:59:59Z. */
  created: z
    .union([
      z.int().min(0),
      z.iso.datetime({ offset: true }).transform((at) => Math.floor(Date.parse(at) / 1000)),
    ])
    .optional(),
  metadata: z.record(z.string(), z.string()).default({}),
  description: z.string().optional(),
  /** Whether the shop is told by webhook. */
  events: z.boolean().default(false),
});

export async function plantCharge(
  world: World,
  asked: z.infer<typeof plantedChargeSchema>,
  key: string,
): Promise<ReturnType<typeof chargeObject>> {
  const done = await world.keys.once(key, "planted", async (claim): Promise<ChargeRow> => {
    const at = asked.created ?? claim.at;
    const rows = rowsFor({ ...asked, payment_method: "pm_card_visa" }, { ...claim, at }, undefined);
    const cause = { requestId: newId("req"), key: null, apiVersion: defaultApiVersion, at: claim.at };
    await world.recorder.record(
      claim,
      { status: 200, body: "" },
      {
        intents: [rows.intent],
        charges: [rows.charge],
        events: asked.events ? eventsFor(rows.intent, rows.charge, cause) : [],
        subject: rows.charge.metadata,
      },
    );
    return rows.charge;
  });
  if (done.kind !== "performed")
    throw new Error("A planted charge has a key of its own, so it cannot be a replay.");
  return chargeObject(done.answer, 0);
}
