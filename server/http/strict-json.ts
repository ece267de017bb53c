// JSON that can be hashed. `JSON.parse` keeps the last of two members with one name and rounds large numbers, so two
// different bodies could look alike; such bodies are refused before anything is decided from them (RFC 8785 wants I-JSON,
// RFC 7493).
import { DomainError } from "../domain/errors.ts";

const depthMax = 20;

// Strings (and whether a colon follows, which makes them member names), numbers, and brackets.
const tokens = /"(?:[^"\\]|\\.)*"(\s*:)?|-?\d[\d.eE+-]*|[[\]{}]/g;

function refuse(message: string): never {
  throw new DomainError("invalid-input", { errors: [{ path: "", message }] });
}

/**
 * @throws DomainError `invalid-input` for text that is not JSON, repeated member names, numbers that are not finite or lie
 *   beyond 2^53, lone surrogates, NUL, and nesting deeper than 20
 */
export function parseStrictJson(text: string): unknown {
  let depth = 0;
  let names = 0;
  for (const [token, colon] of text.matchAll(tokens)) {
    if (token === "{" || token === "[") {
      if (++depth > depthMax) refuse(`The body is nested deeper than ${depthMax} levels`);
    } else if (token === "}" || token === "]") depth--;
    else if (colon !== undefined) names++;
    else if (!token.startsWith('"')) refuseInexact(token);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    refuse("The body is not valid JSON");
  }
  if (countNames(value) !== names) refuse("The body has two members with the same name");
  return value;
}

function refuseInexact(token: string): void {
  const number = Number(token);
  if (!Number.isFinite(number) || (Math.abs(number) > Number.MAX_SAFE_INTEGER && Number.isInteger(number))) {
    refuse("The body has a number that cannot be kept exactly");
  }
}

function countNames(value: unknown): number {
  if (typeof value === "string") {
    if (!value.isWellFormed() || value.includes("\u0000"))
      refuse("The body has characters that cannot be kept");
    return 0;
  }
  if (typeof value !== "object" || value === null) return 0;
  const names = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce((sum: number, inner) => sum + countNames(inner), names);
}
