// A browser sends our cookie along with other sites' requests; a header says so. A write without a bearer key must come
// from our own pages: `Sec-Fetch-Site: same-origin`, or where a browser is too old for it, an `Origin` that is ours.
import { DomainError } from "../domain/errors.ts";

/**
 * @throws DomainError `forbidden` for cross-site, same-site and unknown origins, `Origin: null` included
 */
export function refuseCrossSite(headers: Headers): void {
  const site = headers.get("sec-fetch-site");
  const origin = headers.get("origin");
  const ours = origin !== null && URL.canParse(origin) && new URL(origin).host === headers.get("host");
  if (site !== null ? site === "same-origin" && (origin === null || ours) : ours) return;
  throw new DomainError("forbidden");
}
