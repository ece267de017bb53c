import type { Db } from "../../db/client.ts";
import type { Caller } from "../domain/caller.ts";
import type { Order } from "../domain/order.ts";
import { selectOrders } from "./order-view.ts";

const pageSize = 20;

/**
 * Orders the caller may see, newest first, one page at a time.
 * @param before the cursor of an earlier answer: an order id, unique, so nothing is skipped or repeated
 */
export async function listOrders(
  db: Db,
  caller: Caller,
  before?: string,
): Promise<{ items: Order[]; next: string | null }> {
  const scope = caller.role === "operator" ? {} : { accountId: caller.accountId };
  const found = await selectOrders(
    db,
    { ...scope, ...(before === undefined ? {} : { before }) },
    pageSize + 1,
  );
  const items = found.slice(0, pageSize);
  return { items, next: found.length > pageSize ? (items.at(-1)?.id ?? null) : null };
}
