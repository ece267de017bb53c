import type { OrderStatus } from "@/server/domain/order";
import type { PaymentStatus } from "@/server/domain/payment";
import { type Shape, StateIcon } from "./state-icon";

const tones = {
  ok: "bg-ok-bg text-ok",
  info: "bg-info-bg text-info",
  warn: "bg-warn-bg text-warn",
  bad: "bg-bad-bg text-bad",
  replay: "bg-replay-bg text-replay",
  plain: "bg-sunken text-muted",
} as const;

type RequestState =
  | "created"
  | "replayed"
  | "in_flight"
  | "unknown"
  | "refused"
  | "rolled_back"
  | "dropped"
  | "waiting"
  | "stale";
export type BadgeState = RequestState | OrderStatus | PaymentStatus;

// One word per idea, everywhere. Each row: the shape, the word, the tone.
const vocabulary: Readonly<Record<BadgeState, readonly [Shape, string, keyof typeof tones]>> = {
  created: ["dot", "created", "ok"],
  replayed: ["ring", "replayed", "replay"],
  in_flight: ["half", "in flight", "info"],
  unknown: ["diamond", "unknown", "warn"],
  refused: ["square", "refused", "bad"],
  rolled_back: ["cross", "rolled back", "bad"],
  dropped: ["torn", "dropped reply", "warn"],
  waiting: ["bar", "waiting", "plain"],
  stale: ["unequal", "stale", "warn"],
  pending_payment: ["half", "pending payment", "info"],
  paid: ["dot", "paid", "ok"],
  packed: ["parcel", "packed", "ok"],
  shipped: ["arrow", "shipped", "ok"],
  delivered: ["tick", "delivered", "ok"],
  cancelled: ["cross", "cancelled", "plain"],
  refunded: ["back", "refunded", "replay"],
  succeeded: ["dot", "succeeded", "ok"],
  declined: ["square", "declined", "bad"],
};

/** A state as shape and word: colour alone never says it. */
export function StateBadge({ state }: { state: BadgeState }) {
  const [shape, word, tone] = vocabulary[state];
  return (
    <span
      className={`inline-flex items-baseline gap-s1 rounded-r1 px-s2 py-0.5 text-t0 font-semibold whitespace-nowrap ${tones[tone]}`}
    >
      <StateIcon shape={shape} />
      {word}
    </span>
  );
}
