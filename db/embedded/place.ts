// Decides which system user runs PostgreSQL, from which binaries, on which folder.
//
// PostgreSQL refuses to run as root, and the user it runs as instead often cannot reach a checkout of root's
// (/root, or a mode-0700 folder). Nothing is guessed from modes: each way is tried by running the real binary as
// that user inside the real folder. First as a plain user, then with the one capability that lets it pass folders
// it does not own, and last from a copy under /var/tmp.
import { execFileSync, type SpawnOptions, spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { findBinaries } from "./binaries.ts";

export type Place = {
  /** Folder with `initdb` and `postgres`. */
  bin: string;
  /** The real data folder. */
  data: string;
  /** Files of ours that stay beside the folder the caller named: password, port, log. */
  beside: string;
  /** Owner of the data when it is not the user of this process. */
  owner: Owner | undefined;
  /** Program and arguments that run `file` as the owner. */
  command(file: string, args: string[]): [string, string[]];
  spawn: SpawnOptions;
};

// Holds the path of the folder under /var/tmp, for data that had to move there.
const movedNote = "moved-to";

type Owner = { uid: number; gid: number };
type Say = (sentence: string) => void;

// A fixed environment: no setting of the caller (PGDATA, LD_LIBRARY_PATH, a locale that is not installed) leaks in.
// /usr/sbin because that is where useradd lives and not every root shell has it.
const environment = {
  PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
  LC_ALL: "C",
} as Partial<NodeJS.ProcessEnv> as NodeJS.ProcessEnv;
const plainSpawn: SpawnOptions = { cwd: "/", env: environment };

function userIds(name: string): Owner | undefined {
  try {
    const id = (flag: string) =>
      Number(execFileSync("id", [flag, name], { env: environment, stdio: ["ignore", "pipe", "ignore"] }));
    return { uid: id("-u"), gid: id("-g") };
  } catch {
    return undefined;
  }
}

/** The system user `postgres`, made if it is missing. */
function systemUser(): Owner {
  const known = userIds("postgres");
  if (known) return known;
  const made = spawnSync("useradd", ["--system", "--no-create-home", "--shell", "/bin/false", "postgres"], {
    env: environment,
  });
  const user = userIds("postgres");
  if (user) return user;
  const why = made.error?.message ?? String(made.stderr).trim();
  throw new Error(
    `PostgreSQL does not run as root, and a system user for it could not be made (${why}). Start as an ordinary user.`,
  );
}

function asUser(place: Omit<Place, "command" | "spawn">, owner: Owner): Place {
  return { ...place, command: (file, args) => [file, args], spawn: { ...plainSpawn, ...owner } };
}

function withCapability(place: Omit<Place, "command" | "spawn">, owner: Owner): Place {
  const become = [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, "--clear-groups"];
  const keep = ["--inh-caps=+dac_override", "--ambient-caps=+dac_override"];
  // Without this bit access(2), by which initdb looks for its sibling, disregards capabilities.
  keep.push("--securebits=+no_setuid_fixup");
  return {
    ...place,
    command: (file, args) => ["setpriv", [...become, ...keep, "--", file, ...args]],
    spawn: plainSpawn,
  };
}

/** Whether the binaries find all they need and the data folder can be written, as this place would run them. */
function reaches(place: Place): boolean {
  const script = 'cd "$1" && test -w . && exec "$0" --show --pgdata="$1"';
  const [file, args] = place.command("/bin/sh", ["-c", script, join(place.bin, "initdb"), place.data]);
  return spawnSync(file, args, { ...place.spawn, stdio: "ignore" } as SpawnOptions).status === 0;
}

function ownedBy(folder: string, owner: Owner): void {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (fs.statSync(folder).uid !== owner.uid) fs.chownSync(folder, owner.uid, owner.gid);
}

/** Copies the binaries to a folder of this checkout's own under /var/tmp, which the note in the data folder names. */
function moveOut(place: Omit<Place, "command" | "spawn">, owner: Owner, say: Say): Place {
  const note = join(place.data, movedNote);
  let home = fs.existsSync(note) ? fs.readFileSync(note, "utf8").trim() : "";
  if (!fs.existsSync(home)) {
    if (home) say(`The database in ${home} is gone; starting with an empty one.`);
    home = fs.mkdtempSync("/var/tmp/paid-once-");
    fs.chmodSync(home, 0o711);
    fs.writeFileSync(note, `${home}\n`);
  }
  const native = join(home, "native");
  const version = join(home, "binaries-from");
  const source = `${fs.realpathSync(place.bin)} ${fs.statSync(join(place.bin, "postgres")).mtimeMs}`;
  if (!fs.existsSync(version) || fs.readFileSync(version, "utf8") !== source) {
    fs.rmSync(native, { recursive: true, force: true });
    fs.cpSync(dirname(place.bin), native, { recursive: true, verbatimSymlinks: true });
    fs.writeFileSync(version, source);
  }
  const data = join(home, "data");
  ownedBy(data, owner);
  return asUser({ ...place, bin: join(native, "bin"), data }, owner);
}

/** The folder under /var/tmp that holds this data, if it had to move there. */
export function findMovedHome(dataDir: string): string | undefined {
  const note = join(dataDir, movedNote);
  return fs.existsSync(note) ? fs.readFileSync(note, "utf8").trim() : undefined;
}

function rootPlace(place: Omit<Place, "command" | "spawn">, say: Say): Place {
  fs.mkdirSync(place.data, { recursive: true, mode: 0o700 });
  // Data that a person made without root stays that person's, or their next ordinary start would fail.
  const { uid, gid } = fs.statSync(place.data);
  const owner = uid === 0 ? systemUser() : { uid, gid };
  const owned = { ...place, owner };
  if (findMovedHome(place.data)) return moveOut(owned, owner, say);
  try {
    ownedBy(place.data, owner);
    const way = [asUser(owned, owner), withCapability(owned, owner)].find(reaches);
    if (way) return way;
  } catch {
    // A file system that keeps no owners (some shared folders) refuses chown: the copy below does not need it there.
  }
  const moved = moveOut(owned, owner, say);
  if (reaches(moved)) {
    say(
      `The user that runs PostgreSQL cannot reach this folder; its data is kept in ${dirname(moved.data)}.`,
    );
    return moved;
  }
  throw new Error(
    `PostgreSQL does not run as root, and its user can use neither ${place.data} nor a copy under /var/tmp. Start as an ordinary user, or set DATABASE_URL.`,
  );
}

/**
 * @param dataDir where the caller wants the data; made if missing
 * @throws Error with a sentence when nobody on this machine can run PostgreSQL on it
 */
export function findPlace(dataDir: string, say: Say): Place {
  const parent = dirname(resolve(dataDir));
  fs.mkdirSync(parent, { recursive: true });
  // One spelling per folder, so that two callers who came by different links recognise one server.
  const beside = join(fs.realpathSync(parent), basename(resolve(dataDir)));
  const data = fs.existsSync(beside) ? fs.realpathSync(beside) : beside;
  const place = { bin: findBinaries(), data, beside, owner: undefined };
  if (process.getuid?.() === 0) return rootPlace(place, say);
  fs.mkdirSync(data, { recursive: true, mode: 0o700 });
  const { uid } = fs.statSync(data);
  if (process.getuid && uid !== process.getuid())
    throw new Error(
      `${data} belongs to another user (id ${uid}). Start as that user, or use another DATA_DIR.`,
    );
  return { ...place, command: (file, args) => [file, args], spawn: plainSpawn };
}
