// Orders as callers see them, read in one statement.
import { and, desc, eq, lt, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { orderLines, orders } from "../../db/schema/orders.ts";
import { payments } from "../../db/schema/payments.ts";
import { type Line, lineOf } from "../domain/cart.ts";
import type { Order } from "../domain/order.ts";

type JsonLine = { sku: string; name: string; quantity: number; unitAmount: number };

/** Reads orders with their lines and their latest payment, newest first. */
export async function selectOrders(
  db: Db,
  where: { id?: string; reference?: string; accountId?: string; before?: string },
  limit: number,
): Promise<Order[]> {
  const lines = sql<JsonLine[]>`(
    select json_agg(json_build_object('sku', l.sku, 'name', l.name, 'quantity', l.quantity,
                                      'unitAmount', l.unit_amount) order by l.position)
      from ${orderLines} l where l.order_id = ${orders.id})`;
  const latestPayment = sql`${payments.id} = (
    select p.id from ${payments} p where p.order_id = ${orders.id} order by p.id desc limit 1)`;
  const rows = await db.auto
    .select({ order: orders, payment: payments, lines })
    .from(orders)
    .innerJoin(payments, latestPayment)
    .where(
      and(
        where.id === undefined ? undefined : eq(orders.id, where.id),
        where.reference === undefined ? undefined : eq(orders.reference, where.reference),
        where.accountId === undefined ? undefined : eq(orders.accountId, where.accountId),
        where.before === undefined ? undefined : lt(orders.id, where.before),
      ),
    )
    .orderBy(desc(orders.id))
    .limit(limit);
  return rows.map(({ order, payment, lines: found }) => ({
    id: order.id,
    reference: order.reference,
    status: order.status,
    version: order.version,
    cartId: order.cartId,
    lines: found.map((line) => orderLineOf(line, order.currency)),
    total: { amount: order.totalAmount, currency: order.currency },
    email: order.email,
    shipTo: order.shipTo,
    note: order.note,
    payment: {
      id: payment.id,
      status: payment.status,
      method: payment.method,
      refunded: { amount: payment.refundedAmount, currency: payment.currency },
      ...(payment.declineCode === null ? {} : { declineCode: payment.declineCode }),
    },
    createdAt: order.createdAt.toISOString(),
    updatedAt: order.updatedAt.toISOString(),
  }));
}

function orderLineOf(
  { sku, name, quantity, unitAmount }: JsonLine,
  currency: Order["total"]["currency"],
): Line {
  return lineOf({ sku, name, quantity, unitPrice: { amount: unitAmount, currency } });
}
