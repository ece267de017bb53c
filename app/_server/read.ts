// How a page reads: through the same procedures as everybody else, as the visitor whose request it is.
import { TRPCError } from "@trpc/server";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { callerFor } from "@/server/trpc/caller";

export async function readAsVisitor() {
  return callerFor(await headers());
}

// Somebody else's page, one that never was and one whose address makes no sense look the same.
const nothingHere = new Set(["NOT_FOUND", "UNAUTHORIZED", "BAD_REQUEST"]);

/** What was asked for, or the "not found" page. */
export async function orNotFound<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof TRPCError && nothingHere.has(error.code)) notFound();
    throw error;
  }
}

/** What was asked for, or undefined for a visitor who has no account yet. */
export async function ifKnown<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof TRPCError && error.code === "UNAUTHORIZED") return undefined;
    throw error;
  }
}

export type SearchParams = Promise<Readonly<Record<string, string | string[] | undefined>>>;

/** One value of the query string; of repeated ones the first. */
export async function queryValue(search: SearchParams, name: string): Promise<string | undefined> {
  const value = (await search)[name];
  return Array.isArray(value) ? value[0] : value;
}
