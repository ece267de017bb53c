import { setTimeout as sleep } from "node:timers/promises";
import type { Fault } from "./faults.ts";
import type { World } from "./world.ts";

/** Waits before the work. Clearing the faults ends the wait early; a stop of the process ends the request. */
export async function waitBeforeWork(world: World, ms: number): Promise<void> {
  if (ms > 0) await sleep(ms, undefined, { signal: waitIsOver(world) }).catch(() => {});
  world.stopping.throwIfAborted();
}

/** How long a planted fault delays the work, if it does. */
export function delayBeforeMs(fault: Fault | undefined): number {
  return fault?.kind === "delay" && fault.when === "before" ? (fault.delayMs ?? 0) : 0;
}

export function waitIsOver(world: World): AbortSignal {
  return AbortSignal.any([world.stopping, world.faults.cleared()]);
}
