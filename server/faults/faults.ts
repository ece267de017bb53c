// Faults that a learner or a test asks for, for its own account only, in this process only, and only when LAB is on. They
// happen around a request, never inside a verb: the code that is shown to survive them does not know about them.
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";

export const faultSchema = z.strictObject({
  /** The verb, `orders.place` for example, or `*`. */
  operation: z.string().max(64),
  kind: z.enum(["drop_response", "delay"]),
  /** How many requests it hits before it is used up. */
  times: z.int().min(1).max(100).default(1),
  /** For `delay`: how long the answer is held back after the work is done, in milliseconds. */
  delayMs: z.int().min(0).max(30_000).default(0),
});
export type Fault = z.output<typeof faultSchema>;

export type Faults = {
  /** Adds a fault for an account. */
  plant(accountId: string, fault: Fault): void;
  /** What is planted and not used up yet. */
  list(accountId: string): readonly Fault[];
  clear(accountId: string): void;
  /**
   * Runs a request under the faults of its account.
   * @param operation known only after the work, so it is asked for late
   * @returns the answer, or `dropped` when nobody shall hear it
   */
  around<T>(
    accountId: string | undefined,
    operation: () => string,
    work: () => Promise<T>,
  ): Promise<T | "dropped">;
};

// Somebody who plants faults without end gets no more.
const faultsMax = 20;

export function createFaults(): Faults {
  const planted = new Map<string, Fault[]>();

  const take = (accountId: string, matches: (fault: Fault) => boolean): Fault | undefined => {
    const list = planted.get(accountId);
    const index = list?.findIndex(matches) ?? -1;
    const fault = list?.[index];
    if (!list || !fault) return undefined;
    if (--fault.times === 0) list.splice(index, 1);
    return fault;
  };

  return {
    plant(accountId, fault) {
      const list = planted.get(accountId) ?? [];
      if (list.length < faultsMax) planted.set(accountId, [...list, { ...fault }]);
    },
    list: (accountId) => planted.get(accountId) ?? [],
    clear: (accountId) => void planted.delete(accountId),
    async around(accountId, operation, work) {
      if (accountId === undefined || !planted.has(accountId)) return work();
      const answer = await work();
      const hits = (fault: Fault) => fault.operation === operation() || fault.operation === "*";
      const delay = take(accountId, (fault) => fault.kind === "delay" && hits(fault));
      if (delay) await pause(delay.delayMs);
      return take(accountId, (fault) => fault.kind === "drop_response" && hits(fault)) ? "dropped" : answer;
    },
  };
}
