// A key for one intent: UUIDv7, so that the server can tell how old it is. The time is the server's, as rendered into the
// page, plus what has passed since: a wrong clock on the device does not matter. `crypto.randomUUID` is missing on plain
// http, `getRandomValues` is not, so the key is as random there as anywhere.
import { v7 as uuidV7 } from "uuid";

/** @param serverNowMs the server's clock now, Unix milliseconds */
export function mintKey(serverNowMs: number): string {
  return uuidV7({ msecs: Math.floor(serverNowMs), random: crypto.getRandomValues(new Uint8Array(16)) });
}
