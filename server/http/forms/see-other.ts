import type { Context } from "hono";
import type { ApiEnv } from "../api.ts";

/** 303: the page that answers a POST is read with GET, so reloading it never posts again (RFC 9110, section 15.4.4). */
export function seeOther(c: Context<ApiEnv>, path: string): Response {
  return c.redirect(path, 303);
}
