// A Chromium for the browser tests: what is there already, else whatever can be had here. A browser counts only when
// it starts, because a downloaded one may lack libraries of the system.
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { root } from "./folders.mjs";
import { Plain, step } from "./steps.mjs";

const named = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const placed = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];
const playwrightCli = path.join(root, "node_modules", "@playwright", "test", "cli.js");
const downloadHost = "https://cdn.playwright.dev";
// Closed networks often let a connection hang instead of refusing it: ask briefly before a long download is tried.
const askMs = 5_000;
const installMsMax = 300_000;
const packageMsMax = 600_000;

function starts(file) {
  const found = spawnSync(file, ["--version"], { encoding: "utf8", timeout: 20_000 });
  return found.status === 0 && /chrom/i.test(found.stdout);
}

function whereIs(name) {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file));
}

async function playwrightsOwn() {
  const { chromium } = await import("@playwright/test");
  const file = chromium.executablePath();
  return existsSync(file) && starts(file) ? file : undefined;
}

function systemsOwn() {
  const files = [process.env.CHROMIUM_PATH, ...named.map(whereIs), ...placed];
  return files.find((file) => file && existsSync(file) && starts(file));
}

/** Runs a program that shows nothing unless it fails, for a limited time. */
function run(file, args, msMax) {
  return new Promise((resolve) => {
    let output = "";
    const child = spawn(file, args, {
      cwd: root,
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: msMax,
    });
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (text) => {
        output = (output + text).slice(-2000);
      });
    child.once("error", () => resolve(false));
    child.once("close", (code) => {
      if (code !== 0) console.log(output.trim().split("\n").slice(-3).join("\n"));
      resolve(code === 0);
    });
  });
}

async function download() {
  const reachable = await fetch(downloadHost, { method: "HEAD", signal: AbortSignal.timeout(askMs) }).then(
    () => true,
    () => false,
  );
  if (!reachable) return undefined;
  step("downloading Playwright's Chromium");
  await run(process.execPath, [playwrightCli, "install", "chromium"], installMsMax);
  return playwrightsOwn();
}

async function installPackage() {
  if (process.getuid?.() !== 0 || !whereIs("apt-get")) return undefined;
  step("installing the system's chromium package");
  await run("apt-get", ["update"], packageMsMax);
  await run("apt-get", ["install", "-y", "--no-install-recommends", "chromium"], packageMsMax);
  return systemsOwn();
}

/**
 * @returns the path of a Chromium that starts
 * @throws Plain with what to do when there is none and none can be had
 */
export async function ensureBrowser() {
  for (const find of [playwrightsOwn, systemsOwn, download, installPackage]) {
    const file = await find();
    if (file === undefined) continue;
    step(`browser: ${file}`);
    return file;
  }
  throw new Plain(
    "There is no browser for the browser tests. Install Chromium or Chrome, or set CHROMIUM_PATH to one.",
  );
}
