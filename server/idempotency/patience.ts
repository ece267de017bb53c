// Waiting for a key without standing in anybody's way. A duplicate that waits inside the database holds a connection;
// ten of them are a whole pool. So: within one process only the first in line asks the database, for a few milliseconds
// at a time, and the others wait in memory with no connection at all. None of this decides who wins; the claim does.
import { KeyError, sqlStateOf } from "./errors.ts";

// How long one look may hold a connection while somebody else has the key, and the pause between two looks. Ten keys
// held at once then cost about two connections' worth of time.
const lookMs = 25;
const pauseMs = 100;
// Above READ COMMITTED the loser of a claim gets 40001 instead of a row, and so may ten strangers on one page of an index.
// Each claims again after a random pause, or they would collide again; whoever loses ten times should hear of it.
const claimTriesMax = 10;
const collisionPauseMs = 10;

/** The line in front of each key of one process. */
export class Line {
  readonly #running = new Map<string, Promise<unknown>>();

  /**
   * Runs `attempt` for a key, one at a time in this process, again while another process holds the key.
   * @param name account and key
   * @param waitMs the longest wait, in milliseconds, for whoever holds the key
   * @param attempt claims with a lock timeout of the given milliseconds; 55P03 from it means "held"
   * @param whenFree called after a wait in line, before trying: an answer found here needs no attempt
   * @throws KeyError `key-in-flight` after `waitMs`
   */
  async enter<T>(
    name: string,
    waitMs: number,
    attempt: (lockTimeoutMs: number) => Promise<T>,
    whenFree: () => Promise<T | undefined>,
  ): Promise<T> {
    const deadline = performance.now() + waitMs;
    for (let ahead = this.#running.get(name); ahead !== undefined; ahead = this.#running.get(name)) {
      await settledBefore(ahead, deadline);
      const found = await whenFree();
      if (found !== undefined) return found;
    }
    const turn = tryUntil(deadline, attempt);
    const quiet = turn.then(noop, noop);
    this.#running.set(name, quiet);
    try {
      return await turn;
    } finally {
      if (this.#running.get(name) === quiet) this.#running.delete(name);
    }
  }
}

function noop(): void {}

async function tryUntil<T>(deadline: number, attempt: (lockTimeoutMs: number) => Promise<T>): Promise<T> {
  for (let retried = 0; ; ) {
    try {
      return await attempt(lookMs);
    } catch (error) {
      const state = sqlStateOf(error);
      if (state === "40001" && ++retried < claimTriesMax) {
        await pause(Math.random() * collisionPauseMs * retried);
        continue;
      }
      if (state !== "55P03") throw error;
      if (performance.now() + lookMs >= deadline) throw inFlight(error);
      await pause(
        Math.min(pauseMs * (0.75 + Math.random() / 2), Math.max(0, deadline - performance.now() - lookMs)),
      );
    }
  }
}

async function settledBefore(other: Promise<unknown>, deadline: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(inFlight()), Math.max(0, deadline - performance.now()));
  });
  try {
    await Promise.race([other, late]);
  } finally {
    clearTimeout(timer);
  }
}

function inFlight(cause?: unknown): KeyError {
  return new KeyError("key-in-flight", { retryAfterSeconds: 1, ...(cause === undefined ? {} : { cause }) });
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
