// One story about a dying connection, told with any way to open a transaction on a pool of one.
import postgres from "postgres";
import { eventually, killBackend, latch } from "./observe.ts";

/** Runs one statement of the open transaction. */
export type Run = (text: string) => Promise<readonly Record<string, unknown>[]>;

export type Teller = {
  readonly url: string;
  /** Opens a transaction around `work`, on a pool of one connection. */
  readonly begin: (work: (run: Run) => Promise<void>) => Promise<unknown>;
};

export type Verdict = {
  /** What the caller of the transaction that was killed heard. */
  doomed: "acknowledged" | "failed";
  /** Its rows; none, if all is well. */
  doomedHalves: number[];
  /** What the caller of the next transaction heard, which nobody killed. */
  innocent: "acknowledged" | "failed";
  /** Its rows; both, if all is well and it was acknowledged. */
  innocentHalves: number[];
};

/**
 * 1. A transaction writes one half and waits for something else. 2. Its backend is killed and its caller hears of it.
 * 3. An innocent transaction begins on the same pool. 4. The dead one's callback comes back, and either `writes` its other
 * half or `throws`. 5. The innocent one writes its other half and commits.
 */
export async function killStory({ url, begin }: Teller, comesBackAnd: "writes" | "throws"): Promise<Verdict> {
  const observer = postgres(url, {
    max: 1,
    onnotice: () => {},
    connection: { application_name: "observer" },
  });
  await observer`create table if not exists halves (name text not null, half integer not null)`;
  await observer`truncate halves`;
  const [inside, goOn, cameBack] = [latch<number>(), latch(), latch()];
  const doomed = told(
    begin(async (run) => {
      await run("insert into halves values ('doomed', 1)");
      inside.open(Number((await run("select pg_backend_pid() as pid"))[0]?.pid));
      await goOn.opened;
      if (comesBackAnd === "throws") throw new Error("given up");
      await run("insert into halves values ('doomed', 2)").then(cameBack.open as () => void, () =>
        cameBack.open(),
      );
    }),
  );
  await killBackend(observer, await inside.opened);
  const doomedHeard = await doomed;
  const innocent = told(
    begin(async (run) => {
      await run("insert into halves values ('innocent', 1)");
      const pid = Number((await run("select pg_backend_pid() as pid"))[0]?.pid);
      goOn.open();
      await (comesBackAnd === "writes" ? cameBack.opened : strayEnd(observer, pid));
      await run("insert into halves values ('innocent', 2)");
    }),
  );
  const innocentHeard = await innocent;
  const halves = async (name: string) =>
    (await observer`select half from halves where name = ${name} order by half`).map((row) =>
      Number(row.half),
    );
  const verdict = {
    doomed: doomedHeard,
    doomedHalves: await halves("doomed"),
    innocent: innocentHeard,
    innocentHalves: await halves("innocent"),
  };
  await observer.end({ timeout: 1 });
  return verdict;
}

/** Waits until a stranger's ROLLBACK has ended the transaction of this backend, or a second without that. */
async function strayEnd(observer: postgres.Sql, pid: number): Promise<void> {
  const deadline = performance.now() + 1_000;
  await eventually("the transaction was ended from outside, or a second is over", async () => {
    const [row] = await observer`select state from pg_stat_activity where pid = ${pid}`;
    return row?.state !== "idle in transaction" || performance.now() > deadline;
  });
}

const told = (call: Promise<unknown>): Promise<"acknowledged" | "failed"> =>
  call.then(
    () => "acknowledged" as const,
    () => "failed" as const,
  );

/** The failed transaction left nothing; the other one is whole if its caller was told so. */
export function isWhole({ doomed, doomedHalves, innocent, innocentHalves }: Verdict): boolean {
  const whole = innocent === "acknowledged" ? 2 : 0;
  return doomed === "failed" && doomedHalves.length === 0 && innocentHalves.length === whole;
}
