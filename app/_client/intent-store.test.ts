import { describe, expect, test } from "vitest";
import {
  dropDecided,
  dropIntent,
  intentFor,
  loadIntent,
  type Shelf,
  saveIntent,
  sturdyShelf,
} from "./intent-store";

/** What a browser offers, in memory. */
class MemoryStorage implements Shelf {
  readonly #rows = new Map<string, string>();
  get length() {
    return this.#rows.size;
  }
  key(index: number) {
    return [...this.#rows.keys()][index] ?? null;
  }
  getItem(name: string) {
    return this.#rows.get(name) ?? null;
  }
  setItem(name: string, text: string) {
    this.#rows.set(name, text);
  }
  removeItem(name: string) {
    this.#rows.delete(name);
  }
}

const intent = (key: string, input: unknown = { cart: 1 }) => ({ key, input, pressedAtMs: 5 });
const noMint = () => {
  throw new Error("a key was minted");
};

describe("an intent on the shelf", () => {
  test("comes back as it was saved, after a reload or in another tab", () => {
    const shelf = new MemoryStorage();
    saveIntent(shelf, "checkout:a", intent("k1"));
    expect(loadIntent(shelf, "checkout:a")).toEqual(intent("k1"));
    expect(loadIntent(shelf, "checkout:b")).toBeUndefined();
  });

  test("is forgotten by its own key only: what another tab put there stays", () => {
    const shelf = new MemoryStorage();
    saveIntent(shelf, "a", intent("mine"));
    saveIntent(shelf, "a", intent("theirs"));
    dropIntent(shelf, "a", "mine");
    expect(loadIntent(shelf, "a")?.key).toBe("theirs");
    dropIntent(shelf, "a", "theirs");
    expect(loadIntent(shelf, "a")).toBeUndefined();
  });

  test.each([
    "",
    "null",
    "7",
    "[]",
    "{",
    '{"key":7,"input":{},"pressedAtMs":1}',
    '{"key":"k","pressedAtMs":1}',
  ])("is not read from %j", (text) => {
    const shelf = new MemoryStorage();
    shelf.setItem("paid-once.intent.a", text);
    expect(loadIntent(shelf, "a")).toBeUndefined();
  });
});

describe("the intent for a press", () => {
  test("is the waiting one when the input is the same: the key survives reload and remount", () => {
    const waiting = intent("k1", { cart: 1, card: "x" });
    expect(intentFor(waiting, { cart: 1, card: "x" }, 9, noMint)).toBe(waiting);
  });

  test("is a new one when what is bought has changed", () => {
    const waiting = intent("k1", { cart: 1 });
    expect(intentFor<unknown>(waiting, { cart: 2 }, 9, (ms) => `k2 at ${ms}`)).toEqual({
      key: "k2 at 9",
      input: { cart: 2 },
      pressedAtMs: 9,
    });
  });
});

describe("a shelf that cannot fail", () => {
  const forbidden = () => {
    throw new DOMException("forbidden", "SecurityError");
  };

  test("keeps an intent for the life of the page when storage is forbidden", () => {
    const shelf = sturdyShelf(forbidden);
    saveIntent(shelf, "a", intent("k1"));
    expect(loadIntent(shelf, "a")?.key).toBe("k1");
    dropIntent(shelf, "a", "k1");
    expect(loadIntent(shelf, "a")).toBeUndefined();
  });

  test("keeps what a full storage refuses, and prefers it to what the storage still has", () => {
    const full = new MemoryStorage();
    saveIntent(full, "a", intent("old"));
    full.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    const shelf = sturdyShelf(() => full);
    saveIntent(shelf, "a", intent("new"));
    expect(loadIntent(shelf, "a")?.key).toBe("new");
  });

  test("uses the storage while it works, so that other tabs see the same", () => {
    const storage = new MemoryStorage();
    saveIntent(
      sturdyShelf(() => storage),
      "a",
      intent("k1"),
    );
    expect(
      loadIntent(
        sturdyShelf(() => storage),
        "a",
      )?.key,
    ).toBe("k1");
  });
});

test("what is decided is forgotten, what is unreadable too, and nobody else's rows are touched", () => {
  const storage = new MemoryStorage();
  saveIntent(storage, "checkout:a", intent("k1", { cartId: "c1" }));
  saveIntent(storage, "checkout:b", intent("k2", { cartId: "c2" }));
  storage.setItem("paid-once.intent.broken", "{");
  storage.setItem("theme", "dark");
  dropDecided(storage, (_, input) => (input as { cartId: string }).cartId === "c1");
  expect(loadIntent(storage, "checkout:a")).toBeUndefined();
  expect(loadIntent(storage, "checkout:b")?.key).toBe("k2");
  expect(storage.getItem("paid-once.intent.broken")).toBeNull();
  expect(storage.getItem("theme")).toBe("dark");
});
