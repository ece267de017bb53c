// `npm test`: everything that is checked, from a fresh clone. Lint and types stop the run, because the rest would only
// repeat what they say; after that every kind of test runs and the last line adds them up.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { buildIfStale } from "./build-stamp.mjs";
import { ensureBrowser } from "./ensure-browser.mjs";
import { ensureInstalled } from "./ensure-installed.mjs";
import { root } from "./folders.mjs";
import { Plain, step } from "./steps.mjs";
import { add, countTests, summary } from "./test-counts.mjs";

const bin = {
  biome: "node_modules/@biomejs/biome/bin/biome",
  next: "node_modules/next/dist/bin/next",
  tsc: "node_modules/typescript/bin/tsc",
  vitest: "node_modules/vitest/vitest.mjs",
  playwright: "node_modules/@playwright/test/cli.js",
};

const help = `npm test                              lint, types, unit, database and browser tests
npm test -- --only unit|db|browser    one kind of test, without lint and types
npm test -- FILE...                   the test files whose paths contain FILE`;

let running;
let interrupted = false;

function run(args, env = {}) {
  if (interrupted) throw new Plain("Interrupted.");
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { NEXT_TELEMETRY_DISABLED: "1", ...process.env, ...env },
      stdio: ["ignore", "inherit", "inherit"],
    });
    running = child;
    child.once("error", () => resolve(1));
    child.once("exit", (code) => resolve(code ?? 1));
  });
}

// The runners take their servers down before they end, so they are waited for. Ctrl-C reaches them by itself.
for (const signal of ["SIGINT", "SIGTERM"])
  process.on(signal, () => {
    interrupted = true;
    if (signal === "SIGTERM") running?.kill(signal);
  });

async function timed(name, work) {
  step(name);
  const startedAt = performance.now();
  const result = await work();
  step(`${name} took ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  return result;
}

async function require(name, args) {
  if ((await timed(name, () => run(args))) !== 0) throw new Plain(`The stage "${name}" failed.`);
}

async function vitest(reports, filters) {
  const report = path.join(reports, "vitest.json");
  const output = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const code = await timed("unit and database tests", () => run([bin.vitest, "run", ...output, ...filters]));
  return countTests("vitest", report, code);
}

async function playwright(reports, filters) {
  const report = path.join(reports, "playwright.json");
  const built = await timed("build", () =>
    buildIfStale(async (args) => {
      if ((await run(args, { NODE_ENV: "production" })) !== 0) throw new Plain("The build failed.");
    }),
  );
  if (!built) step("the build is up to date");
  const browser = await ensureBrowser();
  const env = { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  const args = [bin.playwright, "test", "--config=e2e/playwright.config.ts", ...filters];
  const code = await timed("browser tests", () => run(args, env));
  return countTests("playwright", report, code);
}

/** A stage that cannot even begin is one failure, and the stages after it still run. */
async function counted(stage) {
  try {
    return await stage();
  } catch (error) {
    console.error(error instanceof Plain ? error.message : error);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

function chooseStages({ only, files }) {
  const specs = files.filter((file) => file.includes(".spec"));
  const others = files.filter((file) => !specs.includes(file));
  if (files.length > 0)
    return { vitest: others.length > 0 ? others : undefined, browser: specs.length > 0 ? specs : undefined };
  if (only === "unit") return { vitest: ["--exclude=**/*.db.test.ts"] };
  if (only === "db") return { vitest: [".db.test"] };
  if (only === "browser") return { browser: [] };
  if (only) throw new Plain(`--only takes unit, db or browser, and not ${only}.`);
  return { checks: true, vitest: [], browser: [] };
}

async function runAll(stages) {
  await ensureInstalled();
  if (stages.checks) {
    await require("lint", [bin.biome, "check", "."]);
    // Next writes the types of its routes; a fresh clone has none.
    await require("route types", [bin.next, "typegen"]);
    await require("types", [bin.tsc, "--noEmit"]);
  }
  const reports = mkdtempSync(path.join(tmpdir(), "paid-once-test-"));
  let total = { passed: 0, failed: 0, skipped: 0 };
  if (stages.vitest) total = add(total, await counted(() => vitest(reports, stages.vitest)));
  if (stages.browser) total = add(total, await counted(() => playwright(reports, stages.browser)));
  rmSync(reports, { recursive: true, force: true });
  return total;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: "string" }, help: { type: "boolean" } },
});
if (values.help) console.log(help);
else {
  const total = await counted(() => runAll(chooseStages({ only: values.only, files: positionals })));
  console.log(`\n${summary(total)}`);
  process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
}
