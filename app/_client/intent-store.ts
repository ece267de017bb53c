// Where an intent waits until its outcome is known. It is written before the first send, so that a reload, a closed tab or
// a crashed browser comes back with the same key. Shared by all tabs of this browser.

export type Intent<Input> = {
  readonly key: string;
  readonly input: Input;
  /** The server's clock when the button was pressed, Unix milliseconds. */
  readonly pressedAtMs: number;
};

/** The part of localStorage that is needed. */
export type Shelf = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const nameOf = (subject: string) => `paid-once.intent.${subject}`;

/** Older than this, a forgotten intent is not sent by itself any more: the person is asked. Half the window of a key. */
export const resumeMaxMs = 12 * 3_600_000;

/**
 * A shelf that cannot fail. What the browser's storage does not take, because it is full or forbidden, is kept as long as
 * the page lives: then a key does not survive a reload, and the attempt and the constraint still make one order.
 * @param open the browser's storage; even asking for it may throw
 */
export function sturdyShelf(open: () => Shelf): Shelf {
  const memory = new Map<string, string>();
  const tried = <T>(use: (shelf: Shelf) => T): { done: T } | undefined => {
    try {
      return { done: use(open()) };
    } catch {
      return undefined;
    }
  };
  return {
    getItem: (name) => memory.get(name) ?? tried((shelf) => shelf.getItem(name))?.done ?? null,
    setItem(name, text) {
      if (tried((shelf) => shelf.setItem(name, text))) memory.delete(name);
      else memory.set(name, text);
    },
    removeItem(name) {
      memory.delete(name);
      tried((shelf) => shelf.removeItem(name));
    },
  };
}

export function loadIntent<Input>(shelf: Pick<Shelf, "getItem">, subject: string): Intent<Input> | undefined {
  const text = shelf.getItem(nameOf(subject));
  if (text === null) return undefined;
  try {
    const intent = JSON.parse(text) as Intent<Input> | null;
    const whole = typeof intent?.key === "string" && typeof intent.pressedAtMs === "number";
    return whole && "input" in intent ? intent : undefined;
  } catch {
    return undefined; // somebody else wrote there
  }
}

export function saveIntent<Input>(shelf: Shelf, subject: string, intent: Intent<Input>): void {
  shelf.setItem(nameOf(subject), JSON.stringify(intent));
}

/** Forgets the intent with this key. Another tab may have put its own there meanwhile; that one stays. */
export function dropIntent(shelf: Shelf, subject: string, key: string): void {
  if (loadIntent(shelf, subject)?.key === key) shelf.removeItem(nameOf(subject));
}

/** Forgets every intent whose outcome is known by other means: the order is there, so nobody needs to ask for it. */
export function dropDecided(
  storage: Pick<Storage, "length" | "key" | "getItem" | "removeItem">,
  isDecided: (subject: string, input: unknown) => boolean,
): void {
  const names = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "");
  for (const name of names.filter((candidate) => candidate.startsWith(nameOf("")))) {
    const subject = name.slice(nameOf("").length);
    const intent = loadIntent(storage, subject);
    if (!intent || isDecided(subject, intent.input)) storage.removeItem(name);
  }
}

/**
 * The intent to send for an input: the one already waiting, if it is the same input; a new one otherwise.
 * @param mint called only when a new key is needed
 */
export function intentFor<Input>(
  waiting: Intent<Input> | undefined,
  input: Input,
  nowMs: number,
  mint: (nowMs: number) => string,
): Intent<Input> {
  if (waiting && JSON.stringify(waiting.input) === JSON.stringify(input)) return waiting;
  return { key: mint(nowMs), input, pressedAtMs: nowMs };
}
