import { execFileSync, type SpawnOptions, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Place } from "./place.ts";

export type ServerLaunch = {
  pid: number | undefined;
  isAlive(): boolean;
  /** Why it ended: `again` is worth another launch at once, `blocked` by processes of a dead postmaster, or for good. */
  ending(): "again" | "blocked" | "failed";
  /** What PostgreSQL said since this launch. */
  logTail(): string;
};

const logBytesMax = 5_000_000;
const tailLines = 12;

// fsync and synchronous_commit are PostgreSQL's defaults, written down because the promise of this product rests on
// them. No socket file: its path may not be longer than 107 bytes, and a checkout's may.
const always: Record<string, string> = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  wal_compression: "on",
  max_connections: "200",
  password_encryption: "scram-sha-256",
  timezone: "UTC",
  log_timezone: "UTC",
  lc_messages: "C",
  // A refused duplicate is an error to PostgreSQL and an everyday answer here; callers log what matters to them,
  // without the row's values that PostgreSQL would add.
  log_min_messages: "log",
  log_error_verbosity: "terse",
};

/** Major version of the binaries, as in a data folder's PG_VERSION. */
export function serverVersion(place: Place): string {
  const [file, args] = place.command(join(place.bin, "postgres"), ["--version"]);
  const said = execFileSync(file, args, {
    ...place.spawn,
    stdio: ["ignore", "pipe", "inherit"],
  } as SpawnOptions);
  return /(\d+)(?:\.|devel|beta|rc)/.exec(String(said))?.[1] ?? "";
}

function openLog(file: string): { fd: number; start: number } {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= logBytesMax) return { fd: openSync(file, "a", 0o600), start: size };
  renameSync(file, `${file}.1`);
  return { fd: openSync(file, "a", 0o600), start: 0 };
}

/** Starts the server in a session of its own: neither Ctrl-C nor the end of this process reaches it. */
export function launchServer(place: Place, port: number, more: Record<string, string>): ServerLaunch {
  const settings = Object.entries({ ...always, ...more, port: String(port) });
  const flags = settings.flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const [file, args] = place.command(join(place.bin, "postgres"), ["-D", place.data, ...flags]);
  const logFile = `${place.beside}.log`;
  const log = openLog(logFile);
  const child = spawn(file, args, { ...place.spawn, detached: true, stdio: ["ignore", log.fd, log.fd] });
  closeSync(log.fd);
  let alive = true;
  let failure: string | undefined;
  child.on("error", (error) => {
    alive = false;
    failure = error.message;
  });
  child.on("exit", () => {
    alive = false;
  });
  child.unref();
  const said = () => failure ?? readFileSync(logFile).subarray(log.start).toString("utf8");
  return {
    pid: child.pid,
    isAlive: () => alive,
    ending: () => {
      const text = said();
      // The messages are untranslated: lc_messages is C.
      if (text.includes("pre-existing shared memory block")) return "blocked";
      const lostRace = text.includes('lock file "postmaster.pid" already exists');
      return lostRace || text.includes("could not bind") ? "again" : "failed";
    },
    logTail: () => said().trim().split("\n").slice(-tailLines).join("\n"),
  };
}
