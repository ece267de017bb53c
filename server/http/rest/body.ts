import type { Context } from "hono";
import { z } from "zod";
import { DomainError } from "../../domain/errors.ts";
import type { ApiEnv } from "../api.ts";
import { parseStrictJson } from "../strict-json.ts";

/**
 * Reads and validates a JSON body. Any other content type is refused before parsing.
 * @throws DomainError `unsupported-media-type`, `invalid-input`; ZodError
 */
export async function readBodyAs<Schema extends z.ZodType>(
  c: Context<ApiEnv>,
  schema: Schema,
): Promise<z.output<Schema>> {
  const type = c.req.header("content-type") ?? "";
  if (!/^application\/json\s*(;|$)/i.test(type)) throw new DomainError("unsupported-media-type");
  return schema.parse(parseStrictJson(await c.req.text()));
}

/** A path parameter that must be an id of ours; any other text names nothing. */
export function idParam(c: Context<ApiEnv>, name: string): string {
  const parsed = z.uuid().safeParse(c.req.param(name));
  if (!parsed.success) throw new DomainError("not-found");
  return parsed.data.toLowerCase();
}
