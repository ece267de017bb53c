// Processes we started earlier, found again by number. A number alone proves nothing: it may have been given to a
// stranger since. So a process is remembered with its start time and command line, and is ours only if both agree.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

const pollMs = 50;

function fromProc(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name may contain spaces and brackets: fields count from the last bracket. State is the 1st, start time the 20th.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (fields[0] === "Z") return undefined;
  const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
  return `${fields[19]} ${command}`;
}

function fromPs(pid) {
  const ps = spawnSync("ps", ["-ww", "-o", "lstart=,command=", "-p", String(pid)], { encoding: "utf8" });
  return ps.stdout?.trim() || undefined;
}

/** What distinguishes this process from a later one with the same number; undefined when it is gone. */
export function identify(pid) {
  try {
    return existsSync("/proc/self/stat") ? fromProc(pid) : fromPs(pid);
  } catch {
    return undefined;
  }
}

/** The process that started this one; undefined where the system does not tell. */
export function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return undefined;
  }
}

export const isSame = ({ pid, identity }) => identity !== undefined && identify(pid) === identity;

/** Sends a signal to the process and everything it started, where it leads a group of its own. */
export function signal(pid, name) {
  for (const target of [-pid, pid]) {
    try {
      process.kill(target, name);
      return;
    } catch {
      // No such group or no such process: try the next, and then it is gone already.
    }
  }
}

/** @returns true when it ended within that time */
export async function waitUntilGone(remembered, patienceMs) {
  for (let waitedMs = 0; isSame(remembered); waitedMs += pollMs) {
    if (waitedMs >= patienceMs) return false;
    await wait(pollMs);
  }
  return true;
}

/** Asks the process to stop and makes it stop when it does not. */
export async function stopProcess(remembered, patienceMs) {
  if (!isSame(remembered)) return;
  signal(remembered.pid, "SIGTERM");
  if (await waitUntilGone(remembered, patienceMs)) return;
  signal(remembered.pid, "SIGKILL");
  await waitUntilGone(remembered, patienceMs);
}
