// Stripe's cursor lists: newest first, `starting_after` goes to older objects and `ending_before` to newer ones
// (https://docs.stripe.com/api/pagination). The cursor is an object's id, so a list read page by page misses nothing
// and repeats nothing while new objects arrive.
import type { Fragment } from "postgres";
import type { Sql } from "./database.ts";
import { badRequest, noSuch } from "./errors.ts";
import type { CreatedRange } from "./parameters.ts";

type Asked = {
  limit: number;
  starting_after?: string | undefined;
  ending_before?: string | undefined;
  created?: CreatedRange | undefined;
};

type Listing<R> = {
  /** What one object is called in a refusal. */
  what: string;
  path: string;
  table: "payment_intents" | "charges" | "refunds" | "events";
  /** Columns of `o`, the listed table. */
  columns: Fragment;
  where: Fragment;
  asked: Asked;
  toObject: (row: R) => object;
};

export async function listPage<R extends object>(sql: Sql, listing: Listing<R>) {
  const { asked, table } = listing;
  if (asked.starting_after !== undefined && asked.ending_before !== undefined) {
    throw badRequest("You cannot use both starting_after and ending_before.");
  }
  const towardsNewer = asked.ending_before !== undefined;
  const cursor = await findCursor(sql, listing);
  const rows = await sql<R[]>`
    select ${listing.columns} from ${sql(table)} o
    where ${listing.where} and ${createdWithin(sql, asked.created)} and ${beyond(sql, cursor, towardsNewer)}
    order by ${towardsNewer ? sql`o.created, o.seq` : sql`o.created desc, o.seq desc`}
    limit ${asked.limit + 1}`;
  const page = rows.slice(0, asked.limit);
  if (towardsNewer) page.reverse();
  return {
    object: "list",
    data: page.map(listing.toObject),
    has_more: rows.length > asked.limit,
    url: listing.path,
  };
}

type Place = { created: number; seq: number };

async function findCursor<R>(sql: Sql, { asked, table, what }: Listing<R>): Promise<Place | undefined> {
  const param = asked.starting_after !== undefined ? "starting_after" : "ending_before";
  const id = asked[param];
  if (id === undefined) return undefined;
  const [place] = await sql<Place[]>`select created, seq from ${sql(table)} where id = ${id}`;
  if (place === undefined) throw noSuch(what, id, param, 400);
  return place;
}

function beyond(sql: Sql, cursor: Place | undefined, towardsNewer: boolean): Fragment {
  if (cursor === undefined) return sql`true`;
  const place = sql`(${cursor.created}::bigint, ${cursor.seq}::bigint)`;
  return towardsNewer ? sql`(o.created, o.seq) > ${place}` : sql`(o.created, o.seq) < ${place}`;
}

/** Whole seconds; each bound counts only if it was given. */
function createdWithin(sql: Sql, range: CreatedRange = {}): Fragment {
  return sql`(
    (${range.gt ?? null}::bigint is null or o.created > ${range.gt ?? null}) and
    (${range.gte ?? null}::bigint is null or o.created >= ${range.gte ?? null}) and
    (${range.lt ?? null}::bigint is null or o.created < ${range.lt ?? null}) and
    (${range.lte ?? null}::bigint is null or o.created <= ${range.lte ?? null}))`;
}
