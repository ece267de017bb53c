// Turns the log lines of a child into the few that a person at the terminal wants to see.
const names = { 10: "trace", 20: "debug", 30: "info", 40: "warn", 50: "error", 60: "fatal" };
const warn = 40;
// Most lines are these; they are recognised without being parsed, because under load they are thousands a second.
const quiet = /^\{"level":(10|20|30),/;
const widthMax = 220;

function shorten(text) {
  return text.length > widthMax ? `${text.slice(0, widthMax - 1)}…` : text;
}

function parseLine(line) {
  try {
    const entry = JSON.parse(line);
    return typeof entry?.level === "number" ? entry : undefined;
  } catch {
    return undefined;
  }
}

function shorterEntry(name, entry) {
  const cause = entry.err?.message ?? entry.error?.message;
  const what = [entry.msg, cause].filter(Boolean).join(": ");
  return shorten(`${name} ${names[entry.level] ?? entry.level}  ${what || JSON.stringify(entry)}`);
}

/** @returns what to show of this line, or undefined for nothing */
function toShow(name, line, { verbose, isError }) {
  if (line.trim() === "" || (!verbose && quiet.test(line))) return undefined;
  const entry = line.startsWith("{") ? parseLine(line) : undefined;
  if (entry) return verbose || entry.level >= warn ? shorterEntry(name, entry) : undefined;
  // What is no structured line: a stack trace or a complaint of the runtime on stderr, chatter on stdout.
  return verbose || isError ? shorten(`${name}  ${line}`) : undefined;
}

/** Sends a child's stream to its log file whole, and to the terminal as far as it matters. */
export function followStream(stream, log, { name, verbose, isError }) {
  let rest = "";
  stream.setEncoding("utf8");
  stream.on("data", (text) => {
    log.write(text);
    const lines = (rest + text).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      const shown = toShow(name, line, { verbose, isError });
      if (shown) console.log(shown);
    }
  });
}
