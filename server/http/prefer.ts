// RFC 7240: a caller may say how long it wants to wait for the payment. `respond-async` answers as soon as the order is
// committed, `wait=5` after five seconds at the latest.

// Less than the 12 s after which the page stops waiting, and than common proxy timeouts.
export const waitMaxMs = 10_000;

/** How long to wait, in milliseconds. What cannot be read is ignored, as the RFC asks. */
export function waitMsOf(prefer: string | null): number {
  for (const preference of (prefer ?? "").split(",")) {
    const [name, value] = preference.split(";", 1)[0]?.trim().toLowerCase().split("=") ?? [];
    if (name === "respond-async") return 0;
    if (name === "wait" && /^\d{1,3}$/.test(value ?? "")) return Math.min(waitMaxMs, Number(value) * 1000);
  }
  return waitMaxMs;
}
