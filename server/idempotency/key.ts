// The Idempotency-Key header (draft-ietf-httpapi-idempotency-key-header-07). The draft wants a structured-field String,
// `"abc"`; nearly every client sends it bare, `abc`. Both spell the same key. A key that cannot be read is refused, never
// ignored: "bad key, so run without protection" is how double charges start.
import { KeyError } from "./errors.ts";

const lengthMax = 255;

// What may stand in a field value at all. Checked first, so that trimming can only remove blanks and tabs.
const ascii = /^[\t\x20-\x7e]*$/;
const bareKey = /^[A-Za-z0-9_.:~/+=-]+$/;

// RFC 9651, sections 3.3.3 (String) and 3.1.2 (Parameters). Unknown parameters are read and ignored.
const sfString = String.raw`"(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*"`;
const sfBareItem = String.raw`(?:${sfString}|[A-Za-z*][\w!#$%&'*+.^|~:/${"`"}-]*|-?\d{1,15}(?:\.\d{1,3})?|\?[01]|:[A-Za-z0-9+/=]*:)`;
const sfParameters = `(?: *; *[a-z*][a-z0-9_.*-]*(?:=${sfBareItem})?)*`;
const quotedKey = new RegExp(`^(${sfString})${sfParameters}$`);

/**
 * Reads the header's value, both spellings.
 * @param header the field value; `null` when the request has none. Several field lines arrive joined by a comma, which
 *   neither spelling allows
 * @returns the key, 1 to 255 characters after decoding; case matters
 * @throws KeyError `key-missing` or `key-malformed`
 */
export function parseKey(header: string | null | undefined): string {
  if (header === null || header === undefined) throw new KeyError("key-missing");
  const value = ascii.test(header) ? header.trim() : "";
  const key = value.startsWith('"') ? decodeQuoted(value) : value;
  if (key === undefined || key.length === 0 || key.length > lengthMax) throw new KeyError("key-malformed");
  if (!value.startsWith('"') && !bareKey.test(key)) throw new KeyError("key-malformed");
  return key;
}

function decodeQuoted(value: string): string | undefined {
  const quoted = quotedKey.exec(value)?.[1];
  return quoted?.slice(1, -1).replace(/\\(["\\])/g, "$1");
}
