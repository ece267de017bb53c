import type { Context } from "hono";
import { DomainError } from "../../domain/errors.ts";
import type { ApiEnv } from "../api.ts";

const fieldsMax = 30;

/**
 * Reads a plain HTML form.
 * @returns the fields; of repeated ones the last
 * @throws DomainError `unsupported-media-type`, `invalid-input`
 */
export async function readForm(c: Context<ApiEnv>): Promise<Record<string, string>> {
  const type = c.req.header("content-type") ?? "";
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type))
    throw new DomainError("unsupported-media-type");
  const fields = [...new URLSearchParams(await c.req.text())];
  if (fields.length > fieldsMax) throw new DomainError("invalid-input");
  return Object.fromEntries(fields);
}

/** A path on this site to go back to; anything else is the start page. */
export function safeBack(path: string | undefined): string {
  return path !== undefined && /^\/(?![/\\])[\w\-./?=&%]*$/.test(path) ? path : "/";
}
