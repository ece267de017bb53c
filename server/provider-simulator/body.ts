// Reads a body, and stops reading where it becomes too long: whatever its header says its length is.

/** Far above any call of this API, low enough that a hostile body costs nothing. */
const bytesMax = 64 * 1024;

/** @returns undefined when there is more than 64 KB of it */
export async function readBody(request: Request): Promise<string | undefined> {
  if (Number(request.headers.get("content-length") ?? 0) > bytesMax) return undefined;
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of request.body ?? []) {
    bytes += part.byteLength;
    if (bytes > bytesMax) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}
