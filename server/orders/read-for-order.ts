// Everything an order is decided from, in one round trip: the database's clock, the key's row if it is already committed,
// the cart with its lines, the order it may already be, and the attempt. What it doesn't find proves nothing; the claim in
// write-order.ts decides.
import type { Db } from "../../db/client.ts";
import type { Currency } from "../domain/money.ts";
import type { KeyRow } from "../idempotency/index.ts";

export type ReadLine = {
  sku: string;
  name: string;
  quantity: number;
  unitAmount: number;
  currency: Currency;
};

export type ReadForOrder = {
  readonly nowMs: number;
  readonly keyRow: KeyRow | undefined;
  /** Undefined when the cart is not this account's. */
  readonly cart: { version: number; lines: ReadLine[] } | undefined;
  /** The order that this cart already is. */
  readonly order: { orderId: string; reference: string } | undefined;
  /** Whether the token is this account's for this cart. */
  readonly attemptFound: boolean;
};

const statement = `
  select extract(epoch from clock_timestamp())::float8 * 1000 as now_ms,
         k.key is not null as key_found, k.fingerprint, k.status, k.content_type, k.location, k.etag, k.body, k.provisional,
         c.version as cart_version, o.id as order_id, o.reference, a.id is not null as attempt_found,
         (select json_agg(json_build_object('sku', l.sku, 'name', p.name, 'quantity', l.quantity,
                                            'unitAmount', l.unit_amount, 'currency', l.currency) order by l.sku)
            from cart_lines l join products p on p.sku = l.sku where l.cart_id = c.id) as lines
    from (select) as one
    left join idempotency_keys k on k.account_id = $1 and k.key = $2 and k.bucket = $3
    left join carts c on c.id = $4 and c.account_id = $1
    left join orders o on o.cart_id = c.id
    left join checkout_attempts a on a.token_hash = $5 and a.account_id = $1 and a.cart_id = c.id`;

export async function readForOrder(
  db: Db,
  wanted: { accountId: string; key: string; bucket: string; cartId: string; tokenHash: Uint8Array | null },
): Promise<ReadForOrder> {
  const values = [wanted.accountId, wanted.key, wanted.bucket, wanted.cartId, wanted.tokenHash];
  const [row] = await db.prepared(statement, values);
  if (!row) throw new Error("a select from one row gave none");
  return {
    nowMs: row.now_ms,
    keyRow: row.key_found ? { ...(row as unknown as KeyRow), contentType: row.content_type } : undefined,
    cart: row.cart_version === null ? undefined : { version: row.cart_version, lines: row.lines ?? [] },
    order: row.order_id === null ? undefined : { orderId: row.order_id, reference: row.reference },
    attemptFound: row.attempt_found,
  };
}
