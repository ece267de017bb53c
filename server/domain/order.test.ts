import { describe, expect, it } from "vitest";
import { mayMove, orderStatuses, referenceFrom, transitions } from "./order.ts";

describe("the order machine", () => {
  it("allows exactly these moves, out of all pairs", () => {
    const legal = orderStatuses.flatMap((from) =>
      orderStatuses.filter((to) => mayMove(from, to)).map((to) => `${from} → ${to}`),
    );
    expect(legal).toEqual([
      "pending_payment → paid",
      "pending_payment → cancelled",
      "paid → packed",
      "paid → cancelled",
      "paid → refunded",
      "packed → shipped",
      "packed → cancelled",
      "packed → refunded",
      "shipped → delivered",
      "shipped → refunded",
      "delivered → refunded",
    ]);
  });

  it("reaches every status from the first one, and never comes back", () => {
    const reached = new Set<string>(["pending_payment"]);
    for (const from of orderStatuses)
      if (reached.has(from)) for (const to of transitions[from]) reached.add(to);
    expect([...reached].sort()).toEqual([...orderStatuses].sort());
    const leadsTo = (from: (typeof orderStatuses)[number]): string[] =>
      transitions[from].flatMap((to) => [to, ...leadsTo(to)]);
    for (const status of orderStatuses) expect(leadsTo(status)).not.toContain(status);
  });
});

describe("references", () => {
  it("can be read out: no vowels, no look-alikes, always the same shape", () => {
    for (let byte = 0; byte < 256; byte++) {
      expect(referenceFrom(new Uint8Array(8).fill(byte))).toMatch(
        /^PO-[2-9B-DF-HJKMNP-TV-Z]{4}-[2-9B-DF-HJKMNP-TV-Z]{4}$/,
      );
    }
    expect(() => referenceFrom(new Uint8Array(7))).toThrow(RangeError);
  });
});
