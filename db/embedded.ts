// A real PostgreSQL for whoever has cloned the project and installed nothing else.
//
// The server is a process of its own: it outlives a supervisor that was killed, and the next start finds it by its
// data folder and goes on with it. Everyone who uses it holds a shared lock inside it; the one who finds nobody else
// there stops it. No lock file, so nothing is left behind by a kill. Starting is safe to do twice at once, because
// each step can succeed only once (PostgreSQL's own pid file decides the last one) and the loser uses what it finds.
import fs from "node:fs";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import postgres from "postgres";
import { ensureCluster, readPassword } from "./embedded/cluster.ts";
import { findMovedHome, findPlace } from "./embedded/place.ts";
import { chooseFreePort, isPortFree } from "./embedded/port.ts";
import {
  dismissOrphans,
  findPostmaster,
  removeForeignPidFile,
  stopPostmaster,
} from "./embedded/postmaster.ts";
import { launchServer, type ServerLaunch, serverVersion } from "./embedded/server.ts";

export type Embedded = {
  /** Superuser's URL of the database `postgres`. */
  url: string;
  port: number;
  /** True when the server was running already. */
  adopted: boolean;
  isRunning(): boolean;
  /** Stops the server, unless somebody else is using it. */
  stop(): Promise<void>;
};

type Options = {
  /** Folder of PostgreSQL's files. Password, port and log are kept beside it under the same name. */
  dataDir: string;
  say(sentence: string): void;
  /** More server settings, by PostgreSQL's names. A server that runs already keeps its own. */
  settings?: Record<string, string>;
};

// Crash recovery after a hard kill replays at most what one checkpoint interval wrote: seconds, on a slow disk a minute.
const startTimeoutMs = 120_000;
// Server processes notice the death of their postmaster within milliseconds unless they are in the middle of a query.
const orphanPatienceMs = 2_000;
const pollMs = 100;
// Any number will do, as long as every user of the server takes the same one.
const inUseLock = 7_240_012;

/** @param name a plain lower-case name: drivers disagree about escapes in this place */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

function connectOnce(url: string): postgres.Sql {
  // No lifetime: the lock below is as old as the connection.
  return postgres(url, { max: 1, max_lifetime: null, connect_timeout: 5, onnotice: () => {} });
}

/** Makes the database if it is missing. Two callers at once are fine: the second finds it made. */
export async function ensureDatabase(serverUrl: string, name: string): Promise<void> {
  const sql = connectOnce(serverUrl);
  try {
    const known = await sql`select from pg_database where datname = ${name}`;
    if (known.length === 0) await sql`create database ${sql(name)}`;
  } catch (error) {
    // duplicate_database, or unique_violation when both got past the check: another caller made it.
    if (!["42P04", "23505"].includes((error as { code?: string }).code ?? "")) throw error;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Connects and says so inside the server; undefined while it is not ready for that. */
async function join(url: string): Promise<postgres.Sql | undefined> {
  const sql = connectOnce(url);
  try {
    await sql`select pg_advisory_lock_shared(${inUseLock})`;
    return sql;
  } catch (error) {
    await sql.end({ timeout: 1 });
    // invalid_password, invalid_authorization: waiting will not help.
    if (["28P01", "28000"].includes((error as { code?: string }).code ?? "")) throw error;
    return undefined;
  }
}

async function leave(held: postgres.Sql): Promise<boolean> {
  try {
    await held`select pg_advisory_unlock_all()`;
    const [row] = await held<{ alone: boolean }[]>`select pg_try_advisory_lock(${inUseLock}) as alone`;
    return row?.alone ?? true;
  } catch {
    return true; // a server that answers nothing is of no use to anybody
  }
}

async function rememberedPort(file: string): Promise<number> {
  const known = fs.existsSync(file) ? Number(fs.readFileSync(file, "utf8")) : 0;
  if (known > 0 && (await isPortFree(known))) return known;
  const port = await chooseFreePort();
  fs.writeFileSync(file, `${port}\n`);
  return port;
}

/**
 * Starts the server of this data folder, or takes over the one that runs. Makes the data on the first start and
 * recovers it after a crash.
 * @throws Error with a sentence, and the end of PostgreSQL's own log where that says more
 */
export async function startEmbedded({ dataDir, say, settings = {} }: Options): Promise<Embedded> {
  const place = findPlace(dataDir, say);
  const password = readPassword(place);
  const urlAt = (port: number) => `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`;
  if (await ensureCluster(place, password, serverVersion(place))) say("Made the data folder of PostgreSQL.");
  const deadline = Date.now() + startTimeoutMs;
  let launch: ServerLaunch | undefined;
  let firstBlockedAt: number | undefined;
  for (;;) {
    const running = findPostmaster(place.data);
    const held = running?.port && (await join(urlAt(running.port)));
    if (running?.port && held) {
      const stop = async () => {
        const alone = await leave(held);
        if (alone) await stopPostmaster(place.data, say);
        await held.end({ timeout: 1 });
      };
      const isRunning = () => findPostmaster(place.data)?.pid === running.pid;
      return {
        url: urlAt(running.port),
        port: running.port,
        adopted: running.pid !== launch?.pid,
        isRunning,
        stop,
      };
    }
    if (Date.now() > deadline)
      throw new Error(
        `PostgreSQL does not get ready. The end of ${place.beside}.log:\n${launch?.logTail() ?? ""}`,
      );
    if (!running && !launch?.isAlive()) {
      const ending = launch?.ending();
      if (ending === "failed")
        throw new Error(`PostgreSQL does not start. The end of ${place.beside}.log:\n${launch?.logTail()}`);
      if (ending === "blocked") {
        firstBlockedAt ??= Date.now();
        if (Date.now() - firstBlockedAt > orphanPatienceMs) dismissOrphans(place.data);
      }
      removeForeignPidFile(place.data);
      launch = launchServer(place, await rememberedPort(`${place.beside}.port`), settings);
    }
    await wait(pollMs);
  }
}

/** Stops the server of this data folder, whoever uses it, and deletes its data. Password and port stay. */
export async function dropEmbedded({ dataDir, say }: Omit<Options, "settings">): Promise<void> {
  const moved = findMovedHome(dataDir);
  for (const folder of moved ? [`${moved}/data`, dataDir] : [dataDir])
    if (fs.existsSync(folder)) await stopPostmaster(fs.realpathSync(folder), say);
  if (moved && dirname(moved) === "/var/tmp") fs.rmSync(moved, { recursive: true, force: true });
  fs.rmSync(dataDir, { recursive: true, force: true });
}
