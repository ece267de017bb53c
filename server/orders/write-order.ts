// The one statement that can make an order. It is the claim, the effect and the stored answer at once (see
// db/functions/place_order.sql), so no open transaction ever spans an await.
import type { Db } from "../../db/client.ts";
import { postgresErrorOf } from "../../db/postgres-errors.ts";
import type { Answer } from "../domain/answers.ts";
import { DomainError, type ProblemCode } from "../domain/errors.ts";
import type { Order } from "../domain/order.ts";
import { bucketOf, type Intent, type KeyRow } from "../idempotency/index.ts";
import type { Minted } from "./decide-order.ts";

export type Written = { readonly kind: "won" } | { readonly kind: "lost"; readonly row: KeyRow };

const statement = `select * from place_order(
  $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26)`;

export type OrderToWrite = {
  readonly intent: Intent;
  readonly order: Order;
  readonly answer: Answer;
  readonly awaitsPayment: boolean;
  readonly tokenHash: Uint8Array | null;
  readonly cartVersion: number;
  readonly minted: Minted;
  /** How long the maker of the order alone may talk to the provider. */
  readonly leaseSeconds: number;
  readonly claimTimeoutMs: number;
  readonly effectTimeoutMs: number;
};

/**
 * Runs the statement.
 * @returns `won` when this call made the order, `lost` with the row of the key that was there first
 * @throws DomainError for what the function refused (rolled back, key free); the driver's error with 55P03 when another
 *   transaction held the key, the cart or a product for too long
 */
export async function writeOrder(db: Db, write: OrderToWrite): Promise<Written> {
  const { intent, order, answer, minted } = write;
  const lines = order.lines.map(({ sku, name, quantity, unitPrice }) => ({
    sku,
    name,
    quantity,
    unitAmount: unitPrice.amount,
  }));
  const values = [
    intent.accountId,
    intent.key,
    bucketOf(intent.key),
    intent.fingerprint,
    answer.body,
    answer.location,
    write.awaitsPayment,
    write.tokenHash,
    order.cartId,
    write.cartVersion,
    JSON.stringify(lines),
    order.id,
    order.reference,
    order.total.amount,
    order.total.currency,
    order.email,
    JSON.stringify(order.shipTo),
    order.payment.id,
    order.payment.method,
    write.leaseSeconds,
    minted.historyId,
    minted.messageId,
    JSON.stringify({ orderId: order.id, reference: order.reference, total: order.total, email: order.email }),
    order.createdAt,
    Math.round(write.claimTimeoutMs),
    Math.round(write.effectTimeoutMs),
  ];
  try {
    const [row] = await db.prepared(statement, values);
    if (!row) throw new Error("place_order answered nothing");
    if (row.won) return { kind: "won" };
    return { kind: "lost", row: { ...(row as unknown as KeyRow), contentType: row.content_type } };
  } catch (error) {
    throw refusalIn(error) ?? error;
  }
}

/** SQLSTATE PO001 is place_order's own: the problem's name as message, its facts as detail. */
function refusalIn(error: unknown): DomainError | undefined {
  const found = postgresErrorOf(error);
  if (found?.code !== "PO001") return undefined;
  return new DomainError((error as Error).message as ProblemCode, JSON.parse(found.detail ?? "{}"));
}
