// The running server of a data folder, as its pid file tells.
//
// A pid file outlives a machine that lost power or a container that was removed, and the number in it may by then
// belong to a stranger: PostgreSQL would refuse to start, and we would stop the wrong process. So a pid counts only
// when that process lives inside this data folder.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

export type Postmaster = { pid: number; port: number | undefined };

// How long a polite stop may take before the next, ruder one: fast shutdown, immediate shutdown, kill.
const stops: [NodeJS.Signals, number][] = [
  ["SIGINT", 10_000],
  ["SIGQUIT", 5_000],
  ["SIGKILL", 5_000],
];
const pollMs = 50;
const hasProc = existsSync("/proc/self/cwd");

function isZombie(pid: number): boolean {
  // The name may contain spaces and brackets, the state is the first letter after the last one.
  return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
}

/** Whether this process works inside the data folder, as every PostgreSQL process does. */
function livesIn(pid: number, data: string): boolean {
  try {
    if (hasProc) return !isZombie(pid) && worksIn(pid, data);
    process.kill(pid, 0);
    const ps = spawnSync("ps", ["-ww", "-o", "command=", "-p", String(pid)], { encoding: "utf8" });
    return ps.status === 0 ? ps.stdout.includes(data) : true;
  } catch {
    return false;
  }
}

function worksIn(pid: number, data: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(data);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EACCES") throw error;
    // Root in a container may not see where another user's process works, but everyone sees how it was started.
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").includes(data);
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function readPidFile(data: string): Postmaster | undefined {
  let lines: string[];
  try {
    lines = readFileSync(join(data, "postmaster.pid"), "utf8").split("\n");
  } catch {
    return undefined;
  }
  const pid = Number(lines[0]);
  return pid > 0 ? { pid, port: Number(lines[3]) || undefined } : undefined;
}

/** The live server of this data folder, if there is one. */
export function findPostmaster(data: string): Postmaster | undefined {
  const known = readPidFile(data);
  return known && livesIn(known.pid, data) ? known : undefined;
}

/**
 * Takes away a pid file whose number now belongs to a stranger or to a dead process nobody collected. A file of a
 * process that is gone stays: PostgreSQL itself replaces it, after it has checked that no orphan still uses the memory.
 */
export function removeForeignPidFile(data: string): void {
  const known = readPidFile(data);
  if (!known || !exists(known.pid) || livesIn(known.pid, data)) return;
  if (readPidFile(data)?.pid === known.pid) rmSync(join(data, "postmaster.pid"), { force: true });
}

/** Tells server processes whose postmaster died to leave; the next start recovers what they had not finished. */
export function dismissOrphans(data: string): void {
  if (!hasProc || findPostmaster(data)) return;
  for (const name of readdirSync("/proc")) {
    const pid = Number(name);
    if (!(pid > 1) || pid === process.pid || !livesIn(pid, data)) continue;
    // A shell that somebody left standing in the folder is no orphan of ours.
    if (!readFileSync(`/proc/${pid}/cmdline`, "utf8").startsWith("postgres")) continue;
    process.kill(pid, "SIGQUIT");
  }
}

/** Stops the server of this data folder and waits until it is gone. */
export async function stopPostmaster(data: string, say: (sentence: string) => void): Promise<void> {
  const found = findPostmaster(data);
  if (!found) return;
  for (const [signal, patienceMs] of stops) {
    if (signal !== "SIGINT") say(`PostgreSQL is still stopping; sending ${signal}.`);
    try {
      process.kill(found.pid, signal);
    } catch {
      return;
    }
    for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += pollMs) {
      if (!livesIn(found.pid, data)) return;
      await wait(pollMs);
    }
  }
  throw new Error(`PostgreSQL (process ${found.pid}) does not stop.`);
}
