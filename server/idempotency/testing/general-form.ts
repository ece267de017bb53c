// The general form as a subject of the contract: an effect that adds one row to a table of its own.
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { vi } from "vitest";
import type { Held, Intention, Subject } from "../contract.ts";
import type { Answer, Handle } from "../index.ts";
import type { Store } from "../perform-once.ts";
import { uuidV7At } from "./database.ts";

type Gate = { enter(pid: number): void; readonly fate: Promise<"commit" | "fail"> };
type GeneralIntention = Intention & { nextGate: Gate | undefined; refused: boolean };

/** A host's pool of its own. */
export type HostedStore<Tx extends Handle> = { store: Store<Tx>; close(): Promise<void> };

type Host<Tx extends Handle> = Pick<Subject<Intention>, "query" | "close"> & {
  openStore(options: { poolMax: number; waitMs: number }): HostedStore<Tx>;
};

/** Makes the subject over any host, so that a host can prove its own transactions with the same suite. */
export async function generalForm<Tx extends Handle>(host: Host<Tx>): Promise<Subject<GeneralIntention>> {
  await host.query("create table effects (account_id uuid not null, key text not null, what text not null)");
  return {
    query: host.query,
    close: host.close,
    intend: async ({ accountId = randomUUID(), key = uuidV7At(Date.now()) } = {}) => {
      const intention: GeneralIntention = {
        accountId,
        key,
        nextGate: undefined,
        refused: false,
        countEffects: async () =>
          (await host.query("select from effects where account_id = $1 and key = $2", [accountId, key]))
            .length,
        hold: async () => holdNext(intention),
        refuse: async () => {
          intention.refused = true;
          return async () => {
            intention.refused = false;
          };
        },
      };
      return intention;
    },
    serve: async ({ poolMax, waitMs }) => {
      // A module of its own, as another process would have, so that nothing is shared but the database.
      vi.resetModules();
      const { fingerprintOf, performOnce } = await import("../index.ts");
      const { store, close } = host.openStore({ poolMax, waitMs });
      return {
        close,
        send: (intention, variant = "same") => {
          const operation = variant === "other-operation" ? "things.break" : "things.make";
          const fingerprint = fingerprintOf({ operation, input: { same: variant !== "other-input" } });
          const { accountId, key } = intention;
          return performOnce(
            store,
            { accountId, key, operation, fingerprint },
            (tx) => addRow(tx, intention, operation),
            { retentionHours: 24, waitMs },
          );
        },
      };
    },
  };
}

function holdNext(intention: GeneralIntention): Held {
  let enter: (pid: number) => void = () => {};
  const entered = new Promise<number>((resolve) => {
    enter = resolve;
  });
  let decide: (fate: "commit" | "fail") => void = () => {};
  const fate = new Promise<"commit" | "fail">((resolve) => {
    decide = resolve;
  });
  intention.nextGate = { enter, fate };
  return {
    entered,
    letGo: async () => decide("commit"),
    rollBack: async () => decide("fail"),
  };
}

async function addRow(tx: Handle, intention: GeneralIntention, operation: string): Promise<Answer> {
  const { accountId, key } = intention;
  await tx.execute(sql`insert into effects values (${accountId}, ${key}, ${operation})`);
  const gate = intention.nextGate;
  intention.nextGate = undefined;
  if (gate) {
    const result = (await tx.execute(sql`select pg_backend_pid() as pid`)) as unknown as Rows<{
      pid: number;
    }>;
    gate.enter(Number((result.rows ?? result)[0]?.pid));
    if ((await gate.fate) === "fail") throw new Error("rolled back on purpose");
  }
  if (intention.refused) throw new Error("refused");
  // Everything that a parsed and re-rendered body would lose, and bytes that are no text at all.
  const text = `{"n": 1e2,"id":"${randomUUID()}", "a":1.10,"a":2,"nul":"\\u0000","pen":"🖋"}\r\n`;
  return {
    status: 201,
    contentType: "application/json; charset=utf-8",
    location: `/things/${key}`,
    etag: '"1"',
    body: Buffer.concat([Buffer.from(text), Buffer.from([0x00, 0xff, 0xc3])]),
  };
}

type Rows<Row> = { rows?: Row[] } & Row[];
