// Second stage of `npm start`, with packages and TypeScript at hand: brings everything up in order, watches it, and
// takes it down in the opposite order. What must be undone is noted the moment it is begun, so a stop at any point
// leaves nothing behind.
import { rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { buildIfStale } from "./build-stamp.mjs";
import { startChildren } from "./children.mjs";
import { claimFile } from "./claim-file.mjs";
import { deleteData, openDatabase } from "./database.mjs";
import { requirePorts } from "./ports.mjs";
import { parentOf, stopProcess } from "./processes.mjs";
import { greet, waitUntilReady } from "./ready.mjs";
import { runOnce } from "./run-once.mjs";
import { readSettings } from "./settings.mjs";
import { elapsed, giveUp, Plain, step } from "./steps.mjs";

// Twice fifteen seconds for the children and twenty for PostgreSQL, the longest that stopping them can take.
const stopPatienceMs = 50_000;
// A start that follows a stop closely meets a supervisor that is about to say that it is stopping.
const doubtMs = 1500;
const pollMs = 250;

/** One supervisor for each data folder. `replace` stops the one that runs instead of giving way to it. */
async function claimDataFolder(dataDir, replace) {
  const file = path.join(dataDir, "supervisor.json");
  for (let waitedMs = 0; ; waitedMs += pollMs) {
    const claim = claimFile(file);
    if (claim.won) return claim;
    const { owner } = claim;
    if (replace) {
      step(`stopping the shop that runs here (process ${owner.pid})`);
      await stopProcess(owner, stopPatienceMs);
    } else if (waitedMs > (owner.stopping ? stopPatienceMs : doubtMs)) {
      const where = owner.url ? ` at ${owner.url}` : "";
      throw new Plain(
        `Paid Once runs already on this data folder${where} (process ${owner.pid}). For a second one set DATA_DIR, PORT and PROVIDER_PORT.`,
      );
    }
    await wait(pollMs);
  }
}

/** @returns `atStop` to note what must be undone, and `stop` to undo it all and leave */
function prepareToStop(note) {
  const undo = [];
  let stopping;
  let kill = () => {};
  const stop = (code) => {
    stopping ??= (async () => {
      note({ stopping: true });
      for (const work of undo.reverse()) await work();
      process.exit(code);
    })();
    return stopping;
  };
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"])
    process.on(name, () => {
      if (stopping) return kill();
      step("stopping");
      stop(0).catch(giveUp);
    });
  // npm that was killed cannot pass a signal on; nobody would be left to stop us. Some shells stay between npm and us.
  const ancestors = () => `${process.ppid} ${parentOf(process.ppid)}`;
  const born = ancestors();
  if (process.env.npm_lifecycle_event)
    setInterval(() => {
      if (stopping || ancestors() === born) return;
      step("npm is gone; stopping");
      stop(0).catch(giveUp);
    }, pollMs).unref();
  return {
    atStop: (work) => undo.push(work),
    onImpatience: (work) => {
      kill = work;
    },
    stop,
    isStopping: () => stopping !== undefined,
  };
}

async function bringUp(options, settings, claim, control) {
  const { env, logFolder, verbose } = settings;
  const { atStop } = control;
  if (options.reset) {
    step("deleting the data");
    await deleteData(settings);
    rmSync(path.join(settings.dataDir, "demo-keys.json"), { force: true });
  } else await requirePorts(settings.ports);
  step(settings.embedded ? "starting PostgreSQL" : "using the PostgreSQL of DATABASE_URL");
  const database = await openDatabase(settings, atStop);
  const run = (name, args) => runOnce(name, args, { env, logFolder, verbose, atStop });
  step("migrating and seeding");
  await run("prepare", ["--import", "tsx", "server/prepare.ts"]);
  if (options.reset) return;
  if (!options.dev)
    await buildIfStale((args) => {
      step("building the pages, half a minute or so");
      return run("build", args);
    });
  const names = settings.simulator ? ["provider", "app", "worker"] : ["app", "worker"];
  step(`starting ${names.join(", ")}`);
  if (control.isStopping()) return;
  const remember = (children) => claim.update({ url: settings.url, children });
  const shop = startChildren(names, { env, logFolder, verbose, remember });
  atStop(shop.stop);
  control.onImpatience(shop.kill);
  database.watch(shop.restart);
  await waitUntilReady(settings.url, shop.children);
  step("ready");
  greet(settings);
}

export async function supervise(options) {
  const settings = readSettings(options);
  const claim = await claimDataFolder(settings.dataDir, options.reset);
  let known = {};
  const note = (more) => {
    known = { ...known, ...more };
    claim.update(known);
  };
  const control = prepareToStop(note);
  control.atStop(claim.release);
  try {
    const left = claim.before?.children ?? [];
    if (left.length > 0) step("stopping what a killed start left running");
    await Promise.all(left.map((child) => stopProcess(child, 10_000)));
    await bringUp(options, settings, { ...claim, update: note }, control);
    if (!options.reset) return;
    console.log(`${elapsed()}  the data is new`);
    await control.stop(0);
  } catch (error) {
    if (control.isStopping()) return;
    console.error(error instanceof Plain ? `\n${error.message}` : error);
    await control.stop(1);
  }
}
