// Faults that a test or the lab plants. Kept in memory and taken without an await in between, so that `times: 1` hits
// exactly one request however many arrive together. A restart forgets them.
import { z } from "zod";
import type { Metadata } from "./objects.ts";

export const operations = [
  "payment_intents.create",
  "payment_intents.retrieve",
  "payment_intents.list",
  "charges.retrieve",
  "charges.list",
  "refunds.create",
  "refunds.retrieve",
  "refunds.list",
  "events.retrieve",
  "events.list",
] as const;

export type OperationName = (typeof operations)[number];

export const matchSchema = z.strictObject({
  paymentMethod: z.string().optional(),
  key: z.string().optional(),
  /** `metadata.order_id` of the request, or of the payment that the request names. */
  orderId: z.string().optional(),
  metadata: z.record(z.string(), z.string()).optional(),
});

export const faultSchema = z
  .strictObject({
    operation: z.enum([...operations, "*"]),
    kind: z.enum(["delay", "drop_response", "reset_before", "hang", "error_500", "error_409"]),
    times: z.int().min(1).max(10_000).default(1),
    delayMs: z.int().min(0).max(120_000).optional(),
    /** For `delay`: wait before the work (the key is in use meanwhile), or between the work and the answer. */
    when: z.enum(["before", "after"]).default("before"),
    /** For `error_500`: remember it for the key, as Stripe does once an endpoint has begun. Otherwise nothing is kept. */
    stored: z.boolean().default(false),
    match: matchSchema.optional(),
  })
  .refine((fault) => fault.kind !== "delay" || fault.delayMs !== undefined, {
    path: ["delayMs"],
    message: "A delay needs delayMs.",
  });

export type Fault = z.infer<typeof faultSchema>;
export type Match = z.infer<typeof matchSchema>;

export type Target = {
  operation: OperationName;
  paymentMethod: string | undefined;
  key: string | undefined;
  metadata: Metadata;
};

export type Faults = ReturnType<typeof createFaults>;

export function createFaults() {
  let planted: { fault: Fault; left: number }[] = [];
  let cleared = new AbortController();
  return {
    plant(fault: Fault): void {
      planted.push({ fault, left: fault.times });
    },
    /** The oldest planted fault that fits, used up by one. */
    take(target: Target): Fault | undefined {
      const found = planted.find(({ fault }) => fits(fault, target));
      if (found === undefined) return undefined;
      found.left -= 1;
      if (found.left === 0) planted = planted.filter((entry) => entry !== found);
      return found.fault;
    },
    isEmpty: () => planted.length === 0,
    /** Aborted by the next `clear`: what a fault keeps waiting then goes on. */
    cleared: (): AbortSignal => cleared.signal,
    clear(): void {
      planted = [];
      cleared.abort();
      cleared = new AbortController();
    },
  };
}

function fits(fault: Fault, target: Target): boolean {
  if (fault.operation !== "*" && fault.operation !== target.operation) return false;
  const match = fault.match ?? {};
  if (match.paymentMethod !== undefined && match.paymentMethod !== target.paymentMethod) return false;
  if (match.key !== undefined && match.key !== target.key) return false;
  return contains(target.metadata, wantedMetadata(match));
}

/** `orderId` is shorthand for `metadata.order_id`. */
export function wantedMetadata(match: Match): Metadata {
  return { ...match.metadata, ...(match.orderId === undefined ? {} : { order_id: match.orderId }) };
}

export function contains(metadata: Metadata, wanted: Metadata): boolean {
  return Object.entries(wanted).every(([name, value]) => metadata[name] === value);
}
