import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "./folders.mjs";

// What a build reads. A change to anything else leaves the pages as they are.
const inputs = [
  "app",
  "server",
  "db",
  "next.config.mjs",
  "postcss.config.mjs",
  "tsconfig.json",
  "package-lock.json",
];
const notBuilt = /\.(test|spec)\.[a-z]+$|(^|\/)testing\//;
const stampFile = path.join(root, ".next", "built-from");

function filesOf(input) {
  const where = path.join(root, input);
  if (!existsSync(where)) return [];
  if (path.extname(input)) return [input];
  return readdirSync(where, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/"));
}

/** A hash over the names and contents of all that a build reads. */
export function hashInputs() {
  const hash = createHash("sha256");
  const files = inputs.flatMap(filesOf).filter((file) => !notBuilt.test(file));
  for (const file of files.sort()) hash.update(`${file}\0`).update(readFileSync(path.join(root, file)));
  return hash.digest("hex");
}

export function isBuilt() {
  return existsSync(stampFile) && readFileSync(stampFile, "utf8") === hashInputs();
}

/**
 * Builds when the last complete build was made from something else.
 * @param run runs node with these arguments and throws when that fails
 */
export async function buildIfStale(run) {
  if (isBuilt()) return false;
  // Taken before the build, so that an edit during it makes the next start build again.
  const hash = hashInputs();
  rmSync(stampFile, { force: true });
  await run(["node_modules/next/dist/bin/next", "build"]);
  writeFileSync(stampFile, hash);
  return true;
}
