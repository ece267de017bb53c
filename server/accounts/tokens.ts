// Secrets that are looked up: session cookies, API keys, checkout attempts. 256 random bits each, shown once, kept as a
// hash. With that much randomness a plain SHA-256 is enough, and looking up the hash leaks nothing through timing.
import { createHash, randomBytes } from "node:crypto";

/** 43 characters of base64url. */
export function mintToken(): string {
  return randomBytes(32).toString("base64url");
}

export function hashOfToken(token: string): Uint8Array {
  return createHash("sha256").update(token).digest();
}
