// What an operation of the API is: a name, the parameters it takes, and what it does with them.
import type { z } from "zod";
import type { OperationName } from "./faults.ts";
import type { Claim, Remembered } from "./idempotency.ts";
import type { World } from "./world.ts";

export type Call<P> = {
  parameters: P;
  /** The id in the address, if the operation has one there. */
  id: string;
  requestId: string;
  key: string | undefined;
  apiVersion: string;
};

/** Changes nothing, so it has no key: asking again is free. */
export type Reading<P> = {
  kind: "reading";
  name: OperationName;
  parameters: z.ZodType<P>;
  read(world: World, call: Call<P>): Promise<object>;
};

/** Runs once per key. It records its own answer together with what it did, and says what it recorded, or `lost`. */
export type Effect<P> = {
  kind: "effect";
  name: OperationName;
  parameters: z.ZodType<P>;
  /** Refuses by throwing, before the key is looked at: the refusal is not remembered. */
  check?(parameters: P): void;
  perform(world: World, call: Call<P>, claim: Claim): Promise<Remembered | "lost">;
};

export type Operation<P> = Reading<P> | Effect<P>;

export function reading<P>(operation: Omit<Reading<P>, "kind">): Reading<P> {
  return { kind: "reading", ...operation };
}

export function effect<P>(operation: Omit<Effect<P>, "kind">): Effect<P> {
  return { kind: "effect", ...operation };
}
