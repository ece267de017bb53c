// The worker process: jobs that finish what requests left behind. Each is a bounded tick, safe to run in several workers.
import { setTimeout as pause } from "node:timers/promises";
import { env } from "../env.ts";
import { ensurePartitions, expireKeys } from "../idempotency/index.ts";
import { createRuntime } from "../runtime.ts";
import { sweepPayments } from "./sweep-payments.ts";

const runtime = createRuntime(env(), "worker");
const stopping = new AbortController();

type Job = { readonly name: string; readonly everyMs: number; tick(): Promise<object> };

const jobs: Job[] = [
  // Short beside the lease of 20 s, so a payment waits little longer than it must.
  { name: "sweep-payments", everyMs: 2_000, tick: () => sweepPayments(runtime.desk) },
  // Partitions are made days ahead and dropped a day late; minutes do not matter.
  { name: "expire-keys", everyMs: 600_000, tick: rotateKeys },
];

async function rotateKeys(): Promise<object> {
  const made = await ensurePartitions(runtime.db.auto, runtime.desk.keys);
  return { made, ...(await expireKeys(runtime.db.auto, runtime.desk.keys)) };
}

async function repeat({ name, everyMs, tick }: Job): Promise<void> {
  while (!stopping.signal.aborted) {
    try {
      const result = await tick();
      runtime.log.debug({ job: name, ...result }, "tick");
    } catch (error) {
      // The next tick tries again; the database or the provider may simply be away.
      runtime.log.warn({ job: name, err: error }, "a job failed and will be tried again");
    }
    await pause(everyMs, undefined, { signal: stopping.signal }).catch(() => {});
  }
}

for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => stopping.abort());
runtime.log.info({ jobs: jobs.map((job) => job.name) }, "worker started");
await Promise.all(jobs.map(repeat));
await runtime.close();
