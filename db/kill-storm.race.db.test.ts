import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Db } from "./client.ts";
import { isConnectionLoss } from "./postgres-errors.ts";
import { killStorm } from "./testing/kill-storm.ts";
import { createTestDatabase } from "./testing/test-database.ts";

const { url, connect } = await createTestDatabase();

const ways: [string, number, (db: Db, id: number) => Promise<unknown>][] = [
  [
    "through inTransaction",
    6,
    (db, id) =>
      db.inTransaction(async (tx) => {
        await tx.execute(sql`insert into pairs values (${id}, 1)`);
        await tx.execute(sql`insert into pairs values (${id}, 2)`);
      }),
  ],
  ["in one statement each", 4, (db, id) => db.sql`insert into pairs values (${id}, 1), (${id}, 2)`.execute()],
];

test.each(ways)(
  "while random backends are killed, pairs of rows written %s are neither torn nor lost, and nothing hangs",
  async (way, seconds, write) => {
    const db = connect();
    const { errors, ...report } = await killStorm({ url, seconds, writePair: (id) => write(db, id) });
    process.stdout.write(`${seconds} s of killing, pairs ${way}: ${JSON.stringify(report)}\n`);
    expect(report).toMatchObject({ torn: 0, lost: 0, hung: 0, fatal: 0 });
    // A storm that hit nothing proves nothing.
    expect(report.kills).toBeGreaterThan(10);
    expect(report.failed).toBeGreaterThan(0);
    expect(report.acknowledged).toBeGreaterThan(0);
    // Whoever failed was told in a way that says: the same key may be tried again.
    expect(errors.filter((error) => !isConnectionLoss(error))).toEqual([]);
    await write(db, 0);
  },
);
