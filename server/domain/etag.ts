// Entity tags and the preconditions that compare them (RFC 9110, sections 8.8.3 and 13.1). A tag is the row's integer
// version in quotes: strong, made by us alone, and bumped by every write path.

/** The strong tag of a version: `"7"`. */
export function tagOf(version: number): string {
  return `"${version}"`;
}

export type Precondition =
  | { readonly kind: "absent" }
  | { readonly kind: "any" }
  | { readonly kind: "tags"; readonly tags: readonly string[] }
  | { readonly kind: "malformed" };

const oneTag = /^(?:W\/)?"[\x21\x23-\x7e\x80-\xff]+"$/;

/** Reads an `If-Match` or `If-None-Match` header. Anything that does not follow the grammar is `malformed`. */
export function parsePrecondition(header: string | null | undefined): Precondition {
  if (header === null || header === undefined) return { kind: "absent" };
  const value = header.trim();
  if (value === "*") return { kind: "any" };
  const tags = value.split(",").map((tag) => tag.trim());
  if (tags.length > 20 || tags.some((tag) => !oneTag.test(tag))) return { kind: "malformed" };
  return { kind: "tags", tags };
}

/**
 * Whether a list of tags names the current version. The comparison is strong, except for the two rewrites that
 * proxies are known to make to *our current* tag when they compress: `W/"7"` and `"7-gzip"`. A stale version never
 * matches in any spelling.
 */
export function namesVersion(tags: readonly string[], version: number): boolean {
  const accepted = [`"${version}"`, `W/"${version}"`, `"${version}-gzip"`, `W/"${version}-gzip"`];
  return tags.some((tag) => accepted.includes(tag));
}
