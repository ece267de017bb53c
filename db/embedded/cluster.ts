import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Place } from "./place.ts";

const run = promisify(execFile);

/**
 * Writes a file that is either absent or complete and keeps the first writer's text, so two starts at once agree.
 * @returns what the file holds in the end
 */
function keepFirst(file: string, text: string): string {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text, { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(file, "utf8").trim();
}

export function isInitialised(data: string): boolean {
  return existsSync(join(data, "PG_VERSION"));
}

/** The superuser's password: random, made with the data, readable by the user of this checkout only. */
export function readPassword(place: Place): string {
  const file = `${place.beside}.password`;
  if (!existsSync(file) && isInitialised(place.data))
    throw new Error(
      `${file} is missing, so the data cannot be opened. "npm run reset" starts with empty data.`,
    );
  return keepFirst(file, randomBytes(24).toString("base64url"));
}

/** `initdb`, in a folder of its own that takes the final name only when it is complete. False: another was first. */
async function initialise(place: Place, password: string): Promise<boolean> {
  const draft = `${place.data}.new-${randomBytes(4).toString("hex")}`;
  const passwordFile = `${draft}.password`;
  const flags = [
    `--username=postgres`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--no-instructions",
  ];
  // Bytes order and Unicode case rules come with PostgreSQL itself, so every machine sorts alike.
  const locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  try {
    mkdirSync(draft, { mode: 0o700 });
    writeFileSync(passwordFile, password, { mode: 0o600 });
    if (place.owner) {
      chownSync(draft, place.owner.uid, place.owner.gid);
      chownSync(passwordFile, place.owner.uid, place.owner.gid);
    }
    const [file, args] = place.command(join(place.bin, "initdb"), [`--pgdata=${draft}`, ...flags, ...locale]);
    await run(file, args, { ...place.spawn, encoding: "utf8" });
    renameSync(draft, place.data);
    return true;
  } catch (error) {
    if (isInitialised(place.data)) return false;
    const { stderr, message } = error as { stderr?: string; message: string };
    const why = stderr?.trim().split("\n").at(-1) || message;
    throw new Error(`The data folder of PostgreSQL could not be made: ${why}`);
  } finally {
    rmSync(draft, { recursive: true, force: true });
    rmSync(passwordFile, { force: true });
  }
}

/**
 * Makes the data folder a PostgreSQL cluster if it is empty.
 * @returns true when it was made now
 * @throws Error with a sentence when the folder holds something else, or another version's data
 */
export async function ensureCluster(place: Place, password: string, version: string): Promise<boolean> {
  const { data } = place;
  if (!isInitialised(data)) {
    if (existsSync(data) && readdirSync(data).length > 0)
      throw new Error(
        `${data} is not empty and holds no PostgreSQL data. Use another DATA_DIR, or empty it.`,
      );
    return initialise(place, password);
  }
  const made = readFileSync(join(data, "PG_VERSION"), "utf8").trim();
  if (made !== version)
    throw new Error(
      `${data} was made by PostgreSQL ${made}, and this is ${version}. "npm run reset" starts with empty data.`,
    );
  return false;
}
