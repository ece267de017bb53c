// The key layer is a package in waiting: the folder, copied out on its own, passes its own tests with nothing of ours.
import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, inject, it } from "vitest";

const root = path.join(import.meta.dirname, "..");
const elsewhere = mkdtempSync(path.join(tmpdir(), "lifted-"));
afterAll(() => rmSync(elsewhere, { recursive: true, force: true }));

it("passes its own tests in another place, with its few dependencies alone", {
  timeout: 240_000,
}, async () => {
  cpSync(path.join(root, "server", "idempotency"), path.join(elsewhere, "idempotency"), { recursive: true });
  const needed = ["drizzle-orm", "canonicalize", "vitest", "vite", "pg", "fast-check"];
  mkdirSync(path.join(elsewhere, "node_modules"));
  for (const name of needed) {
    symlinkSync(path.join(root, "node_modules", name), path.join(elsewhere, "node_modules", name), "dir");
  }
  writeFileSync(path.join(elsewhere, "package.json"), '{ "type": "module" }');
  const { code, output } = await run([
    "vitest",
    "run",
    "--reporter=dot",
    "--testTimeout=60000",
    "--hookTimeout=60000",
  ]);
  expect(output).toMatch(/Tests .*\d+ passed/);
  expect(output).not.toMatch(/failed/);
  expect(code).toBe(0);
});

function run([program = "", ...args]: string[]): Promise<{ code: number | null; output: string }> {
  const file = path.join(root, "node_modules", program, "vitest.mjs");
  const child = spawn(process.execPath, [file, ...args], {
    cwd: elsewhere,
    env: { PATH: process.env.PATH, NODE_ENV: "test", NO_COLOR: "1", TEST_SERVER_URL: inject("serverUrl") },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  return new Promise((resolve) => child.once("exit", (code) => resolve({ code, output })));
}
