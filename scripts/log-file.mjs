import { closeSync, existsSync, mkdirSync, openSync, renameSync, writeSync } from "node:fs";
import path from "node:path";

// Four files of ten megabytes for each process: the last runs, and no surprise on a small disk.
const bytesMax = 10_000_000;
const olderMax = 3;

function shift(file) {
  for (let age = olderMax; age >= 1; age--) {
    const from = age === 1 ? file : `${file}.${age - 1}`;
    if (existsSync(from)) renameSync(from, `${file}.${age}`);
  }
}

/** Opens `<folder>/<name>.log` for a new run; the run before becomes `.log.1`. */
export function openLogFile(folder, name) {
  const file = path.join(folder, `${name}.log`);
  mkdirSync(folder, { recursive: true });
  let fd;
  let bytes = bytesMax;
  const write = (chunk) => {
    if (bytes >= bytesMax) {
      if (fd !== undefined) closeSync(fd);
      shift(file);
      fd = openSync(file, "a", 0o600);
      bytes = 0;
    }
    bytes += writeSync(fd, chunk);
  };
  write("");
  return { file, write };
}
