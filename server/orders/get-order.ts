import type { Db } from "../../db/client.ts";
import type { Caller } from "../domain/caller.ts";
import { DomainError } from "../domain/errors.ts";
import type { Order } from "../domain/order.ts";
import { selectOrders } from "./order-view.ts";

/**
 * One order, by id or reference. A shopper sees only its own; another's answers exactly like one that doesn't exist.
 * @throws DomainError `not-found`
 */
export async function getOrder(
  db: Db,
  caller: Caller,
  which: { id: string } | { reference: string },
): Promise<Order> {
  const scope = caller.role === "operator" ? {} : { accountId: caller.accountId };
  const [order] = await selectOrders(db, { ...which, ...scope }, 1);
  if (!order) throw new DomainError("not-found");
  return order;
}
