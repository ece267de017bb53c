// The processes of a running shop: started, started again when they die, and stopped together.
import { spawn } from "node:child_process";
import { root } from "./folders.mjs";
import { openLogFile } from "./log-file.mjs";
import { identify, isSame, signal, stopProcess } from "./processes.mjs";
import { followStream } from "./show-log.mjs";
import { step } from "./steps.mjs";

const firstDelayMs = 1000;
const delayMsMax = 10_000;
// One that ran for this long had a reason of its own to die; before that it is the same trouble again.
const healthyMs = 20_000;
// The app gives payments under way twelve seconds to end.
const stopPatienceMs = 15_000;

export const plans = {
  provider: ["server/provider-simulator/main.ts"],
  app: ["server/main.ts"],
  worker: ["server/jobs/worker.ts"],
};

/** Starts one child and keeps it running until told otherwise. */
function keepRunning(name, { env, logFolder, verbose, onChange }) {
  const log = openLogFile(logFolder, name);
  const state = { name, logFile: log.file, deaths: 0, current: undefined };
  let stopped = false;
  let timer;
  let delayMs = firstDelayMs;

  function start() {
    const startedAt = performance.now();
    // A group of its own: Ctrl-C reaches the supervisor only, which then stops them in order.
    const child = spawn(process.execPath, ["--import", "tsx", ...plans[name]], {
      cwd: root,
      env,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    followStream(child.stdout, log, { name, verbose, isError: false });
    followStream(child.stderr, log, { name, verbose, isError: true });
    state.current = child.pid && { name, pid: child.pid, identity: identify(child.pid) };
    onChange();
    child.once("error", (error) => ended(`could not be started: ${error.message}`, startedAt));
    child.once("exit", (code, why) => ended(why ? `was ended by ${why}` : `ended with ${code}`, startedAt));
  }

  function ended(how, startedAt) {
    if (stopped || state.current === undefined) return;
    state.current = undefined;
    state.deaths++;
    if (performance.now() - startedAt > healthyMs) delayMs = firstDelayMs;
    step(`${name} ${how}; starting it again in ${delayMs / 1000} s (log: ${log.file})`);
    timer = setTimeout(start, delayMs);
    delayMs = Math.min(delayMs * 2, delayMsMax);
  }

  state.stop = async () => {
    stopped = true;
    clearTimeout(timer);
    if (state.current) await stopProcess(state.current, stopPatienceMs);
  };
  state.restart = () => state.current && signal(state.current.pid, "SIGTERM");
  state.kill = () => state.current && isSame(state.current) && signal(state.current.pid, "SIGKILL");
  start();
  return state;
}

/**
 * @param names keys of `plans`
 * @param settings `env` is read at each start, so a change reaches whatever starts after it
 */
export function startChildren(names, settings) {
  const children = [];
  const onChange = () => settings.remember(children.flatMap((child) => child.current ?? []));
  for (const name of names) children.push(keepRunning(name, { ...settings, onChange }));
  onChange();
  return {
    children,
    // The provider last: it is needed to answer what the others have begun.
    stop: async () => {
      const provider = children.find((child) => child.name === "provider");
      await Promise.all(children.map((child) => child !== provider && child.stop()));
      await provider?.stop();
    },
    restart: () => children.map((child) => child.restart()),
    kill: () => children.map((child) => child.kill()),
  };
}
