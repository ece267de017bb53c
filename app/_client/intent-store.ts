// Where an intent waits until its outcome is known. It is written before the first send, so that a reload, a closed tab or
// a crashed browser comes back with the same key. Shared by all tabs of this browser.

export type Intent<Input> = {
  readonly key: string;
  readonly input: Input;
  /** The server's clock when the button was pressed, Unix milliseconds. */
  readonly pressedAtMs: number;
};

/** The part of localStorage that is needed; it may be full, or forbidden. */
export type Shelf = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const nameOf = (subject: string) => `paid-once.intent.${subject}`;

/** Older than this, a forgotten intent is not sent by itself any more: the person is asked. Half the window of a key. */
export const resumeMaxMs = 12 * 3_600_000;

export function loadIntent<Input>(shelf: Shelf, subject: string): Intent<Input> | undefined {
  try {
    const text = shelf.getItem(nameOf(subject));
    const intent = text === null ? undefined : (JSON.parse(text) as Intent<Input>);
    return typeof intent?.key === "string" && typeof intent.pressedAtMs === "number" ? intent : undefined;
  } catch {
    return undefined; // storage is forbidden, or somebody else wrote there
  }
}

export function saveIntent<Input>(shelf: Shelf, subject: string, intent: Intent<Input>): void {
  try {
    shelf.setItem(nameOf(subject), JSON.stringify(intent));
  } catch {
    // Without storage the key lives as long as the page; the attempt and the constraint still make one order.
  }
}

export function dropIntent(shelf: Shelf, subject: string): void {
  try {
    shelf.removeItem(nameOf(subject));
  } catch {}
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
