// What every form of the key promises, as tests: the general form here, and any collapsed form that claims, acts and
// answers in one statement of its own. A form that passes may stand behind an Idempotency-Key. A form joins by saying how
// its tries are sent, held open, refused and counted; the stories are the same for all.
import type { Outcome } from "./perform-once.ts";

export { describeKeyContract } from "./testing/describe-key-contract.ts";

/** How a try differs from the first one of its intention: not at all, in its input, or in what it asks for. */
export type Variant = "same" | "other-input" | "other-operation";

/** A first try that stays open: its key is claimed and nothing is committed. */
export type Held = {
  /** Resolves once a try is inside: the process id of the backend that holds the key. */
  readonly entered: Promise<number>;
  /** Lets the held try go on to its commit. A second call, or one after `rollBack`, does nothing. */
  letGo(): Promise<void>;
  /** Makes the held try fail where it stands, and later ones pass freely. */
  rollBack(): Promise<void>;
};

/** One account's key, and everything its effect needs (a cart, for an order). */
export type Intention = {
  readonly accountId: string;
  readonly key: string;
  /** Counted in the effect's own table. */
  countEffects(): Promise<number>;
  /** Holds the next try open. */
  hold(): Promise<Held>;
  /** Makes the effect throw, which is a refusal that must not be remembered, until the returned function is called. */
  refuse(): Promise<() => Promise<void>>;
};

/** One process: a pool of its own and a line of its own. */
export type Server<I extends Intention> = {
  send(intention: I, variant?: Variant): Promise<Outcome>;
  close(): Promise<void>;
};

export type Subject<I extends Intention> = {
  /** A fresh intention; account and key are new unless given. Keys are UUIDv7 by default. */
  intend(of?: { accountId?: string; key?: string }): Promise<I>;
  serve(options: { poolMax: number; waitMs: number }): Promise<Server<I>>;
  /** A statement on a connection that belongs to no server. */
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
};
