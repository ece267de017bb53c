import { describe, expect, test } from "vitest";
import { type ProblemCode, problems } from "../../../server/domain/errors";
import {
  elsewhereWords,
  type FormState,
  isProblem,
  placedWords,
  refusalWords,
  unknownWords,
  waitingWords,
} from "./outcome-words";

const attempt = "a".repeat(43);
const codes = Object.keys(problems) as ProblemCode[];
const refusals = codes.map((code) => refusalWords(code, { attempt }));
const everything = [placedWords("PO-1", false), unknownWords(attempt), ...refusals];
const spoken = [
  ...Object.values(waitingWords),
  elsewhereWords,
  ...everything.flatMap(({ message, more }) => [message, ...more]),
];

const states: Partial<Record<ProblemCode, FormState>> = {
  "payment-declined": "declined",
  "cart-changed": "conflict",
  "out-of-stock": "conflict",
  "cart-empty": "conflict",
  "stale-version": "conflict",
  "key-reused": "mismatch",
  "cart-already-ordered": "spent",
  "key-expired": "expired",
  "key-in-flight": "unknown",
  unavailable: "unknown",
  internal: "unknown",
};

describe("each outcome", () => {
  test.each(Object.entries(states))("%s shows as %s", (code, state) => {
    expect(refusalWords(code, { attempt }).state).toBe(state);
  });

  test("of a replay is the screen of the first answer", () => {
    const { state: first, ...words } = placedWords("PO-1", false);
    const { state: second, ...again } = placedWords("PO-1", true);
    expect([first, second]).toEqual(["placed", "replayed"]);
    expect(again).toEqual(words);
  });

  test("says what happened to the money, or that the order exists", () => {
    for (const { message, more } of everything) {
      expect([message, ...more].join(" ")).toMatch(
        /charged|charge you|No money was taken|placed|already an order/,
      );
    }
  });

  test("leads on, and never to a dead end", () => {
    for (const { action } of everything) expect(action?.href).toMatch(/^\/(orders|checkout|cart)/);
  });

  test("shows no status code, no machine name and no exception", () => {
    for (const text of spoken) expect(text).not.toMatch(/\b[45]\d\d\b|undefined|null|Error|\w+-\w+-\w+/);
  });

  test("is never called failed, and never says only to try again", () => {
    for (const text of spoken) expect(text).not.toMatch(/fail|try again/i);
  });

  test("that nobody knows yet is not shown as a problem; success and a spent checkout are not either", () => {
    expect(["unknown", "placed", "replayed", "spent"].some((state) => isProblem(state as FormState))).toBe(
      false,
    );
    expect(
      ["declined", "conflict", "mismatch", "expired"].every((state) => isProblem(state as FormState)),
    ).toBe(true);
  });
});

describe("the facts of an outcome", () => {
  test("name the new total", () => {
    const total = { amount: 12_900, currency: "EUR" } as const;
    expect(refusalWords("cart-changed", { attempt, total }).more).toEqual(["The total is now €129.00."]);
  });

  test("name what is sold out", () => {
    const shortLines = [
      { name: "Desk lamp", available: 0 },
      { name: "Fountain pen", available: 2 },
    ];
    expect(refusalWords("out-of-stock", { attempt, shortLines }).more).toEqual([
      "Desk lamp: none left.",
      "Fountain pen: only 2 left.",
    ]);
  });

  test("name the reason of a decline and the order that is kept", () => {
    const facts = { attempt, reference: "PO-7K3M-9QXW", declineCode: "insufficient_funds" };
    const { more, action } = refusalWords("payment-declined", facts);
    expect(more).toEqual([
      "The reason: there is not enough money on the card.",
      "Your order PO-7K3M-9QXW is kept and waits for payment.",
    ]);
    expect(action).toEqual({ href: "/orders/PO-7K3M-9QXW", label: "Pay with another card" });
  });

  test("are not needed: a name nobody knows still has true words", () => {
    expect(refusalWords("something-new", { attempt }).message).toMatch(/nothing was charged/);
  });
});
