// The charges, paid and failed: what a reconciliation reads. https://docs.stripe.com/api/charges/list
import { z } from "zod";
import { noSuch } from "./errors.ts";
import { findCharge } from "./find-objects.ts";
import { listPage } from "./lists.ts";
import { type ChargeRow, chargeObject } from "./objects.ts";
import { reading } from "./operation.ts";
import { expand, listShape } from "./parameters.ts";

const listParameters = z.strictObject({ ...listShape, payment_intent: z.string().optional() });

export const listCharges = reading<z.infer<typeof listParameters>>({
  name: "charges.list",
  parameters: listParameters,
  read({ sql }, { parameters }) {
    const intent = parameters.payment_intent;
    return listPage<ChargeRow & { refunded: number }>(sql, {
      what: "charge",
      path: "/v1/charges",
      table: "charges",
      columns: sql`o.*, (select coalesce(sum(r.amount), 0)::bigint from refunds r where r.charge = o.id) as refunded`,
      where: intent === undefined ? sql`true` : sql`o.payment_intent = ${intent}`,
      asked: parameters,
      toObject: (row) => chargeObject(row, row.refunded),
    });
  },
});

const retrieveParameters = z.strictObject({ expand });

export const retrieveCharge = reading<z.infer<typeof retrieveParameters>>({
  name: "charges.retrieve",
  parameters: retrieveParameters,
  async read({ sql }, { id }) {
    const found = await findCharge(sql, "id", id);
    if (found === undefined) throw noSuch("charge", id, "id", 404);
    return chargeObject(found.charge, found.refunded);
  },
});
