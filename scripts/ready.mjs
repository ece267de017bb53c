import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { root } from "./folders.mjs";
import { Plain } from "./steps.mjs";

// A first start on a slow machine compiles everything once; past this something is wrong.
const readyTimeoutMs = 120_000;
const pollMs = 250;
// A child that has died this often before the first good answer will not be better at the next try.
const deathsMax = 3;
const tailLines = 12;

async function ask(url) {
  try {
    const response = await fetch(`${url}/api/ready`, { signal: AbortSignal.timeout(5000) });
    return { ready: response.status === 200, said: `${response.status} ${await response.text()}` };
  } catch (error) {
    return { ready: false, said: error.cause?.code ?? error.message };
  }
}

function tailOf(file) {
  return readFileSync(file, "utf8").trim().split("\n").slice(-tailLines).join("\n");
}

/** @throws Plain with the last answer and the end of the log that knows most */
export async function waitUntilReady(url, children) {
  const deadline = Date.now() + readyTimeoutMs;
  for (;;) {
    const { ready, said } = await ask(url);
    if (ready) return;
    const dying = children.find((child) => child.deaths >= deathsMax);
    if (dying || Date.now() > deadline) {
      const { name, logFile } = dying ?? children.find((child) => child.name === "app");
      const why = dying ? `${name} keeps ending` : `/api/ready says: ${said.slice(0, 500)}`;
      throw new Plain(`The shop does not get ready: ${why}.\nThe end of ${logFile}:\n${tailOf(logFile)}`);
    }
    await wait(pollMs);
  }
}

function readKeys(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return {};
  }
}

export function greet({ url, env, dataDir, logFolder }) {
  const near = (file) => (file.startsWith(root + path.sep) ? path.relative(root, file) : file);
  const keysFile = path.join(dataDir, "demo-keys.json");
  const keys = readKeys(keysFile);
  const lines = [["Paid Once", url]];
  if (keys.shopper) lines.push(["shopper key", keys.shopper]);
  if (keys.operator) lines.push(["operator key", keys.operator]);
  if (existsSync(keysFile)) lines.push(["both keys in", near(keysFile)]);
  if (env.LAB === "on") lines.push(["database", env.DATABASE_URL]);
  lines.push(["logs in", near(logFolder)], ["to stop", "Ctrl-C"]);
  console.log(`\n${lines.map(([label, text]) => `  ${label.padEnd(14)}${text}`).join("\n")}\n`);
}
