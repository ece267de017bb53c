// `npm start`. This file runs on plain Node, before anything is installed; supervise.mjs does the rest.
import { existsSync } from "node:fs";
import path from "node:path";
import { ensureInstalled } from "./ensure-installed.mjs";
import { root } from "./folders.mjs";
import { help, parseOptions } from "./options.mjs";
import { giveUp, Plain, step } from "./steps.mjs";

const oldestNode = [20, 19];

function requireNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return;
  throw new Plain(`This needs Node ${oldestNode.join(".")} or newer, and this is ${process.versions.node}.`);
}

async function main() {
  // Whoever reads our output may leave first; that is no reason to leave children behind.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  const options = parseOptions(process.argv.slice(2));
  if (options.help) return console.log(help);
  requireNode();
  step(`Node ${process.versions.node}`);
  await ensureInstalled();
  const envFile = path.join(root, ".env");
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  process.chdir(root);
  const { register } = await import("tsx/esm/api");
  register();
  const { supervise } = await import("./supervise.mjs");
  await supervise(options);
}

main().catch(giveUp);
