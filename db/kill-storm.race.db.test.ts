import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { isConnectionLoss } from "./postgres-errors.ts";
import { killStorm } from "./testing/kill-storm.ts";
import { createTestDatabase } from "./testing/test-database.ts";

const { url, connect } = await createTestDatabase();

test("while random backends are killed, no pair of rows is torn, none that was acknowledged is lost, and nothing hangs", async () => {
  const server = connect();
  const writePair = (id: number) =>
    server.inTransaction(async (tx) => {
      await tx.execute(sql`insert into pairs values (${id}, 1)`);
      await tx.execute(sql`insert into pairs values (${id}, 2)`);
    });
  const { errors, ...report } = await killStorm({ url, writePair, seconds: 6 });
  process.stdout.write(`kill storm: ${JSON.stringify(report)}\n`);
  expect(report).toMatchObject({ torn: 0, lost: 0, hung: 0, fatal: 0 });
  // A storm that hit nothing proves nothing.
  expect(report.kills).toBeGreaterThan(20);
  expect(report.failed).toBeGreaterThan(0);
  expect(report.acknowledged).toBeGreaterThan(0);
  // Whoever failed was told in a way that says: the same key may be tried again.
  expect(errors.filter((error) => !isConnectionLoss(error))).toEqual([]);
  await writePair(0);
});
