// Every request that reached the provider, with its key and what became of it: what a test reads to see that a retry
// used the same key, and that a lost answer was the answer to work done.
import type { Sql } from "./database.ts";
import type { OperationName } from "./faults.ts";

export type Outcome =
  | "answered"
  | "performed"
  | "declined"
  | "refused"
  | "replayed"
  | "key_in_use"
  | "key_reused"
  | "failed"
  | "dropped"
  | "reset"
  | "hung";

export type Arrival = {
  id: string;
  operation: OperationName;
  path: string;
  key: string | undefined;
  paymentIntent: string | undefined;
  orderId: string | undefined;
  paymentMethod: string | undefined;
};

/** Written on arrival, so that a request in which the process died is seen as well: its outcome stays `running`. */
export async function noteArrival(sql: Sql, arrival: Arrival): Promise<void> {
  await sql`
    insert into requests (id, operation, path, key, payment_intent, order_id, payment_method)
    values (${arrival.id}, ${arrival.operation}, ${arrival.path}, ${arrival.key ?? null},
      ${arrival.paymentIntent ?? null}, ${arrival.orderId ?? null}, ${arrival.paymentMethod ?? null})`;
}

export type Ending = {
  outcome: Outcome;
  status: number | null;
  replayed: boolean;
  fault: string | undefined;
};

export async function noteEnding(sql: Sql, id: string, ending: Ending): Promise<void> {
  await sql`
    update requests set outcome = ${ending.outcome}, status = ${ending.status}, replayed = ${ending.replayed},
      fault = ${ending.fault ?? null}
    where id = ${id}`;
}

export type RequestFilter = {
  key?: string | undefined;
  orderId?: string | undefined;
  operation?: string | undefined;
  limit: number;
};

/** Oldest first; of more than `limit`, the latest. */
export async function listRequests(sql: Sql, filter: RequestFilter): Promise<object[]> {
  const rows = await sql`
    select r.id, r.operation, r.path, r.key, coalesce(r.order_id, p.metadata ->> 'order_id') as "orderId",
      r.payment_intent as "paymentIntent", r.payment_method as "paymentMethod",
      r.outcome, r.status, r.replayed, r.fault, r.at
    from requests r left join payment_intents p on p.id = r.payment_intent
    where (${filter.key ?? null}::text is null or r.key = ${filter.key ?? null})
      and (${filter.operation ?? null}::text is null or r.operation = ${filter.operation ?? null})
      and (${filter.orderId ?? null}::text is null
        or coalesce(r.order_id, p.metadata ->> 'order_id') = ${filter.orderId ?? null})
    order by r.seq desc limit ${filter.limit}`;
  return rows.reverse();
}
