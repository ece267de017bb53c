// Why `inTransaction` exists: one story about a dying connection, told with it and with the driver's own `begin`.
import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { isWhole, killStory, type Verdict } from "./testing/kill-story.ts";
import { createTestDatabase } from "./testing/test-database.ts";

const { url, connect } = await createTestDatabase();
const script = path.join(import.meta.dirname, "testing", "plain-begin.ts");

type Told = { connected: boolean; verdict: Verdict | "the process died or hung" };

/** What the process says, or how it ended instead. */
async function tellInProcess(comesBackAnd: string): Promise<Told> {
  const limits = { timeout: 20_000, killSignal: "SIGKILL" as const };
  const ended = await promisify(execFile)(
    process.execPath,
    ["--import", "tsx", script, comesBackAnd, url],
    limits,
  ).catch((error: { stdout: string }) => error);
  const [connected, verdict] = ended.stdout.split("\n");
  return {
    connected: connected === "connected",
    verdict: verdict ? (JSON.parse(verdict) as Verdict) : "the process died or hung",
  };
}

describe.each(["writes", "throws"] as const)(
  "a killed transaction whose callback comes back and %s",
  (end) => {
    test("leaves nothing and harms nobody through inTransaction", async () => {
      const server = connect({ poolMax: 1 });
      const verdict = await killStory(
        {
          url,
          begin: (work) =>
            server.inTransaction((tx) => work(async (text) => (await tx.execute(sql.raw(text))).rows)),
        },
        end,
      );
      expect(verdict).toEqual({
        doomed: "failed",
        doomedHalves: [],
        innocent: "acknowledged",
        innocentHalves: [1, 2],
      });
    });

    test("breaks somebody's rows, or the process, through the driver's own begin", async () => {
      const { connected, verdict } = await tellInProcess(end);
      expect(connected, "the process could not even begin").toBe(true);
      const broken = typeof verdict === "string" || !isWhole(verdict);
      expect(
        broken,
        `postgres.js keeps this promise now (${JSON.stringify(verdict)}): decide again which driver opens transactions, see db/README.md`,
      ).toBe(true);
    });
  },
);
