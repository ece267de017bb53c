// A file that says which live process does something in this folder, so that two never do it at once. It is made by an
// operation that can succeed only once, and a dead owner's claim is void.
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { identify, isSame } from "./processes.mjs";

export function readClaim(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

function writeWhole(file, contents) {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(contents), { mode: 0o600 });
  return draft;
}

// Between our look and our move somebody else voided the old claim and made a live one.
function putBack(moved, file) {
  try {
    linkSync(moved, file);
  } catch {
    // A third one has claimed it meanwhile, and the port checks will tell these two apart.
  }
}

/**
 * @returns `{ won: true, before, update, release }`, where `before` is what a dead owner left, or
 *   `{ won: false, owner }` with the live owner's contents
 */
export function claimFile(file) {
  mkdirSync(path.dirname(file), { recursive: true });
  const mine = { pid: process.pid, identity: identify(process.pid) };
  let before;
  for (;;) {
    const draft = writeWhole(file, mine);
    try {
      linkSync(draft, file);
      break;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    } finally {
      rmSync(draft, { force: true });
    }
    const owner = readClaim(file);
    if (owner && isSame(owner)) return { won: false, owner };
    // Moved, not deleted: of two that find it void at once, one moves it and the other finds nothing to move.
    const void_ = `${file}.void-${process.pid}`;
    try {
      renameSync(file, void_);
    } catch {
      continue;
    }
    const moved = readClaim(void_);
    if (moved && isSame(moved)) putBack(void_, file);
    else before = moved ?? before;
    rmSync(void_, { force: true });
  }
  return {
    won: true,
    before,
    update: (more) => renameSync(writeWhole(file, { ...mine, ...more }), file),
    release: () => rmSync(file, { force: true }),
  };
}
