// Plain Node, no packages: this is what gets the packages.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { claimFile } from "./claim-file.mjs";
import { root } from "./folders.mjs";
import { Plain, step } from "./steps.mjs";

const modules = path.join(root, "node_modules");
const lockFile = path.join(root, "package-lock.json");
const stampFile = path.join(modules, ".installed-from");
const tellEveryMs = 15_000;
const tailLines = 15;

const lockHash = () => createHash("sha256").update(readFileSync(lockFile)).digest("hex");

const readJson = (file) => JSON.parse(readFileSync(file, "utf8"));

// npm's own note of what it put there, for whoever ran `npm ci` or `npm install` by hand.
function matchesNpmsNote() {
  const note = path.join(modules, ".package-lock.json");
  if (!existsSync(note)) return false;
  const installed = readJson(note).packages;
  return Object.entries(readJson(lockFile).packages).every(
    ([where, wanted]) => where === "" || wanted.optional || installed[where]?.version === wanted.version,
  );
}

function isInstalled() {
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === lockHash()) return true;
  if (!matchesNpmsNote()) return false;
  writeFileSync(stampFile, lockHash());
  return true;
}

/** Runs npm's own copy when npm started us: the same version, and no search for it. */
function npm(args) {
  const cli = process.env.npm_execpath;
  const [file, first] = cli?.endsWith(".js") ? [process.execPath, [cli]] : ["npm", []];
  return spawn(file, [...first, ...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    shell: process.platform === "win32" && file === "npm",
  });
}

async function runNpmCi() {
  // NODE_ENV=production would leave out what the build and the tests need.
  const child = npm(["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=warn"]);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (text) => {
      output = (output + text).slice(-20_000);
    });
  const telling = setInterval(() => step("still installing packages"), tellEveryMs);
  const problem = await new Promise((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("close", (code) => resolve(code === 0 ? undefined : `npm ci ended with ${code}`));
  });
  clearInterval(telling);
  if (problem === undefined) return;
  const tail = output.trim().split("\n").slice(-tailLines).join("\n");
  throw new Plain(
    `The packages could not be installed (${problem}).\n${tail}\nThis step needs a connection to the npm registry. Run it again, or run "npm ci" by hand.`,
  );
}

/** Installs the packages of package-lock.json unless exactly those are there. */
export async function ensureInstalled() {
  if (isInstalled()) return;
  const file = path.join(root, ".data", "installing.json");
  let claim = claimFile(file);
  if (!claim.won) step("waiting for another start in this folder, which is installing packages");
  while (!claim.won) {
    await wait(500);
    claim = claimFile(file);
  }
  try {
    if (isInstalled()) return;
    step("installing packages with npm ci, about a minute");
    await runNpmCi();
    writeFileSync(stampFile, lockHash());
  } finally {
    claim.release();
  }
}
