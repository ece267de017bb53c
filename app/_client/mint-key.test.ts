import { afterEach, expect, test, vi } from "vitest";
import { mintKey } from "./mint-key";

afterEach(() => vi.unstubAllGlobals());

test("a key is a UUIDv7 that carries the server's clock, whatever the device says", () => {
  const nowMs = Date.UTC(2026, 10, 30, 23, 59, 59, 999) + 0.75;
  const key = mintKey(nowMs);
  expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(Number.parseInt(key.slice(0, 8) + key.slice(9, 13), 16)).toBe(Math.floor(nowMs));
});

test("keys of one instant differ", () => {
  expect(new Set(Array.from({ length: 1_000 }, () => mintKey(1_700_000_000_000))).size).toBe(1_000);
});

test("a key needs no randomUUID, which is missing on plain http", () => {
  vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
  expect(mintKey(1_700_000_000_000)).toHaveLength(36);
});
