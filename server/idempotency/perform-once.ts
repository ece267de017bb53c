// The general form. One transaction holds the claim, the effect and the stored answer, so there is never a moment at which
// we remember something that did not happen or forget something that did. What the effect returns is remembered; what it
// throws is forgotten, and the key is free again.
import { claim } from "./claim.ts";
import { withPartition } from "./expire.ts";
import { Line } from "./patience.ts";
import {
  type Answer,
  databaseNowMs,
  findAnswer,
  type Handle,
  type Intent,
  refuseOutsideWindow,
  rememberAnswer,
  type StoredAnswer,
  type Window,
} from "./replay.ts";

/** What this module needs from its host: single statements, and transactions that survive a dying connection. */
export type Store<Tx extends Handle> = {
  readonly auto: Handle;
  inTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
};

/** What an effect returns: the answer to remember, and whether it still waits for an outcome outside this database. */
export type Effect = Answer & { readonly provisional?: boolean };

export type Outcome = { readonly kind: "performed" | "replayed"; readonly answer: StoredAnswer };

export type Policy = Window & {
  /** How long a duplicate waits for the first try, in milliseconds, before `key-in-flight`. */
  readonly waitMs: number;
  /** The wait for any other lock inside the effect, in milliseconds. */
  readonly lockTimeoutMs?: number;
};

const line = new Line();

/**
 * Runs an effect at most once for one intent, and answers every further try with the first answer's exact bytes.
 * @param effect writes through `tx` only; it may run again if the transaction is rolled back, so it has no effect outside
 * @returns `performed` for the try that did it, `replayed` for every other
 * @throws KeyError `key-reused`, `key-in-flight`, `key-expired`, `key-malformed`; and whatever `effect` throws
 */
export async function performOnce<Tx extends Handle>(
  store: Store<Tx>,
  intent: Intent,
  effect: (tx: Tx) => Promise<Effect>,
  policy: Policy,
): Promise<Outcome> {
  const replay = () => findReplay(store.auto, intent);
  const known = await replay();
  if (known) return known;
  refuseOutsideWindow(intent.key, await databaseNowMs(store.auto), policy);
  const attempt = (lockTimeoutMs: number) =>
    withPartition(store.auto, policy, () =>
      store.inTransaction((tx) => claimAndRun(tx, intent, effect, lockTimeoutMs, policy)),
    );
  return line.enter(`${intent.accountId} ${intent.key}`, policy.waitMs, attempt, replay);
}

async function claimAndRun<Tx extends Handle>(
  tx: Tx,
  intent: Intent,
  effect: (tx: Tx) => Promise<Effect>,
  lockTimeoutMs: number,
  policy: Policy,
): Promise<Outcome> {
  if ((await claim(tx, intent, lockTimeoutMs, policy.lockTimeoutMs ?? policy.waitMs)) === "lost") {
    // A second statement, so a fresh snapshot: the one that lost cannot see the row it lost to.
    const found = await findReplay(tx, intent);
    if (!found) throw new Error("the claim was lost to a row that is gone");
    return found;
  }
  const { provisional = false, ...answer } = await effect(tx);
  await rememberAnswer(tx, intent, answer, { provisional });
  return { kind: "performed", answer: { ...answer, provisional } };
}

async function findReplay(handle: Handle, intent: Intent): Promise<Outcome | undefined> {
  const answer = await findAnswer(handle, intent);
  return answer && { kind: "replayed", answer };
}
