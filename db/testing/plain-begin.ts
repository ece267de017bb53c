// The driver's own `begin`, for comparison, as a process of its own, because it may end that process:
// `node --import tsx db/testing/plain-begin.ts writes|throws <url>` tells the story of a killed backend, and
// `... storm <url>` kills many.
import postgres from "postgres";
import { killStorm } from "./kill-storm.ts";
import { killStory } from "./kill-story.ts";

const [mode, url = ""] = process.argv.slice(2);

async function storm() {
  const sql = postgres(url, { max: 8, onnotice: () => {} });
  const writePair = (id: number) =>
    sql.begin(async (tx) => {
      await tx`insert into pairs values (${id}, 1)`;
      await tx`insert into pairs values (${id}, 2)`;
    });
  const { errors: _, ...report } = await killStorm({ url, writePair, seconds: 6 });
  return report;
}

async function story(comesBackAnd: "writes" | "throws") {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  await sql`select 1`;
  process.stdout.write("connected\n"); // what breaks from here on is the story's doing
  return killStory(
    { url, begin: (work) => sql.begin((tx) => work((text) => tx.unsafe(text).execute())) },
    comesBackAnd,
  );
}

const outcome = mode === "writes" || mode === "throws" ? await story(mode) : await storm();
process.stdout.write(`${JSON.stringify(outcome)}\n`);
process.exit(0); // a pool that was broken would keep the process alive
