// Twenty clients write pairs of rows, one pair a transaction with an await in the middle, while random backends of
// theirs are killed. Afterwards the rows are compared with what each client was told.
import postgres from "postgres";

export type Storm = {
  readonly url: string;
  /** Writes the rows (id, 1) and (id, 2) of `pairs` in one transaction. */
  readonly writePair: (id: number) => Promise<unknown>;
  readonly seconds: number;
  readonly clients?: number;
  readonly killEveryMs?: number;
};

export type StormReport = {
  kills: number;
  acknowledged: number;
  failed: number;
  /** Failed for the caller, and yet both rows are there: only a retry with the same key can tell. */
  failedButCommitted: number;
  /** Acknowledged, and not both rows are there. */
  lost: number;
  /** One row of a pair without the other, whatever the caller was told. */
  torn: number;
  /** Calls that had not ended ten seconds after the storm. */
  hung: number;
  /** Errors that nobody could catch; outside this harness each ends the process. */
  fatal: number;
  errors: unknown[];
};

// By this name the storm knows its own connection and spares it.
const stormName = "storm";
// Far longer than any call that will ever end takes to end.
const calmMs = 10_000;

export async function killStorm(storm: Storm): Promise<StormReport> {
  const sql = postgres(storm.url, {
    max: 1,
    onnotice: () => {},
    connection: { application_name: stormName },
  });
  await sql`create table if not exists pairs (id integer not null, half integer not null)`;
  await sql`truncate pairs`;
  const report = emptyReport();
  const onFatal = (error: unknown) => {
    report.fatal++;
    report.errors.push(error);
  };
  process.on("uncaughtException", onFatal);
  process.on("unhandledRejection", onFatal);
  const told = new Map<number, "acknowledged" | "failed">();
  const until = performance.now() + storm.seconds * 1_000;
  let lastId = 0;
  const client = async () => {
    while (performance.now() < until) {
      const id = ++lastId;
      await storm.writePair(id).then(
        () => told.set(id, "acknowledged"),
        (error: unknown) => {
          told.set(id, "failed");
          report.errors.push(error);
        },
      );
    }
  };
  const clients = Array.from({ length: storm.clients ?? 20 }, client);
  report.kills = await killUntil(sql, until, storm.killEveryMs ?? 50);
  report.hung = await countHung(clients);
  process.off("uncaughtException", onFatal);
  process.off("unhandledRejection", onFatal);
  await judge(sql, told, lastId, report);
  await sql.end({ timeout: 5 });
  return report;
}

function emptyReport(): StormReport {
  const zero = { kills: 0, acknowledged: 0, failed: 0, failedButCommitted: 0, lost: 0, torn: 0, hung: 0 };
  return { ...zero, fatal: 0, errors: [] };
}

async function killUntil(sql: postgres.Sql, until: number, everyMs: number): Promise<number> {
  let kills = 0;
  while (performance.now() < until) {
    const killed = await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend' and application_name <> ${stormName}
       order by random() limit 1`;
    kills += killed.length;
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  return kills;
}

/** Every client must come to its end; one that does not is waiting for a call that never settles. */
async function countHung(clients: Promise<void>[]): Promise<number> {
  let running = clients.length;
  const all = Promise.all(clients.map((client) => client.finally(() => running--)));
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([
    all,
    new Promise((resolve) => {
      timer = setTimeout(resolve, calmMs);
    }),
  ]);
  clearTimeout(timer);
  return running;
}

async function judge(
  sql: postgres.Sql,
  told: ReadonlyMap<number, "acknowledged" | "failed">,
  lastId: number,
  report: StormReport,
): Promise<void> {
  const rows = await sql<{ id: number; halves: number }[]>`
    select id, count(*)::int as halves from pairs group by id`;
  const halves = new Map(rows.map((row) => [row.id, row.halves]));
  for (let id = 1; id <= lastId; id++) {
    const [answer, found] = [told.get(id), halves.get(id) ?? 0];
    if (answer === "acknowledged") report.acknowledged++;
    if (answer === "failed") report.failed++;
    if (answer === "acknowledged" && found !== 2) report.lost++;
    if (answer === "failed" && found === 2) report.failedButCommitted++;
    if (found === 1) report.torn++;
  }
}
