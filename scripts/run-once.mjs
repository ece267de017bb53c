import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { root } from "./folders.mjs";
import { openLogFile } from "./log-file.mjs";
import { signal } from "./processes.mjs";
import { followStream } from "./show-log.mjs";
import { Plain } from "./steps.mjs";

const tailLines = 20;

/**
 * Runs one program of ours to its end, its words in a log file.
 * @param name of the log and of the step
 * @param args for node
 * @param atStop takes what to do should everything stop before the program has ended
 * @throws Plain with the end of the log when it fails
 */
export async function runOnce(name, args, { env, logFolder, verbose, atStop }) {
  const log = openLogFile(logFolder, name);
  const child = spawn(process.execPath, args, {
    cwd: root,
    env,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  atStop(() => child.exitCode === null && child.pid && signal(child.pid, "SIGTERM"));
  for (const stream of [child.stdout, child.stderr])
    followStream(stream, log, { name, verbose, isError: false });
  const how = await new Promise((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("close", (code, why) => resolve(code === 0 ? undefined : why || `exit code ${code}`));
  });
  if (how === undefined) return;
  const tail = readFileSync(log.file, "utf8").trim().split("\n").slice(-tailLines).join("\n");
  throw new Plain(`The step "${name}" failed (${how}). The end of ${log.file}:\n${tail}`);
}
