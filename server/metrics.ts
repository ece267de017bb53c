import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";

/** What `/api/metrics` shows. One registry for each runtime, so that tests can make many. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: "paid_once_requests_total",
    help: "Requests by operation and outcome (a status, or the name of a problem)",
    labelNames: ["operation", "outcome"],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: "paid_once_request_seconds",
    help: "Time to answer, by operation",
    labelNames: ["operation"],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3, 10],
    registers: [registry],
  });
  const replays = new Counter({
    name: "paid_once_replays_total",
    help: "Answers given again instead of running an effect again",
    labelNames: ["operation"],
    registers: [registry],
  });
  return { registry, requests, seconds, replays };
}

export type Metrics = ReturnType<typeof createMetrics>;
