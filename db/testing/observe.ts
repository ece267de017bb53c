// Looking at PostgreSQL from outside, and doing to it what the world does.
import type postgres from "postgres";

/** Asks again until the answer is yes, for at most ten seconds; orders events without guessing how long they take. */
export async function eventually(what: string, check: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!(await check())) {
    if (performance.now() > deadline) throw new Error(`still not true after 10 s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

/** Fails instead of hanging. The bound is far above anything that works. */
export async function within<T>(seconds: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`nothing happened for ${seconds} s`)), seconds * 1_000);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Ends one backend and returns when it is gone. */
export async function killBackend(sql: postgres.Sql, pid: number): Promise<void> {
  await sql`select pg_terminate_backend(${pid}, 5000)`;
}

/** Waits until a backend waits for a lock. */
export function backendWaits(sql: postgres.Sql, pid: number): Promise<void> {
  return eventually(`backend ${pid} waits for a lock`, async () => {
    const rows = await sql`select from pg_stat_activity where pid = ${pid} and wait_event_type = 'Lock'`;
    return rows.length > 0;
  });
}

/** A door that opens once. */
export function latch<T = void>() {
  let open: (value: T) => void = () => {};
  const opened = new Promise<T>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}
