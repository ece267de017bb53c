// What duplicates and strangers see while a first try is still open.
import { expect } from "vitest";
import type { Intention, Server } from "../contract.ts";
import { problemOf, type Stage, type Stories } from "./stage.ts";

// Long enough to see others served meanwhile, short enough to wait for.
const impatientMs = 2_000;

/** Sends unrelated intentions one after the other while something lasts: how many were answered meanwhile, how fast. */
async function serveStrangers(
  stage: Stage,
  server: Server<Intention>,
  lasting: Promise<unknown>,
): Promise<{ served: number; slowestMs: number }> {
  let over = false;
  const noticed = lasting.then(() => {
    over = true;
  });
  let slowestMs = 0;
  for (let served = 0; ; served++) {
    const stranger = await stage.subject.intend();
    const sent = performance.now();
    expect((await server.send(stranger)).kind).toBe("performed");
    if (over) return noticed.then(() => ({ served, slowestMs }));
    slowestMs = Math.max(slowestMs, performance.now() - sent);
  }
}

export const waitingStories: Stories = {
  "while a slow first try has the key, its duplicates hear so in time and strangers are served": async (
    stage,
  ) => {
    const [intention, home] = [
      await stage.subject.intend(),
      await stage.serve({ poolMax: 2, waitMs: impatientMs }),
    ];
    const away = await stage.serve({ poolMax: 2, waitMs: impatientMs });
    const held = await stage.hold(intention);
    const first = home.send(intention);
    await held.entered;
    const began = performance.now();
    const duplicates = Array.from({ length: 20 }, (_, n) => problemOf((n % 2 ? home : away).send(intention)));
    let tookMs = 0;
    const told = Promise.all(duplicates).finally(() => {
      tookMs = performance.now() - began;
    });
    const strangers = await Promise.all([home, away].map((server) => serveStrangers(stage, server, told)));
    const problems = await told;
    await held.letGo();
    expect((await first).kind).toBe("performed");
    expect(problems.map(({ code }) => code)).toEqual(Array(20).fill("key-in-flight"));
    for (const { retryAfterSeconds } of problems) {
      expect(Number.isInteger(retryAfterSeconds) && Number(retryAfterSeconds) >= 1).toBe(true);
    }
    for (const { served } of strangers) expect(served).toBeGreaterThan(0);
    // The wait and a small bound, measured with what a request costs on this machine at this moment.
    const slowestMs = Math.max(...strangers.map((each) => each.slowestMs));
    expect(tookMs).toBeLessThan(impatientMs + 800 + 5 * slowestMs);
    expect(await intention.countEffects()).toBe(1);
  },

  "the same key with another input, sent while the first runs, is refused and changes nothing": async (
    stage,
  ) => {
    const [intention, one, two] = [await stage.subject.intend(), await stage.serve(), await stage.serve()];
    const held = await stage.hold(intention);
    const first = one.send(intention);
    const pid = await held.entered;
    const others = [one, two].map((server) => problemOf(server.send(intention, "other-input")));
    await stage.somebodyWaitsFor(pid);
    await held.letGo();
    expect((await first).kind).toBe("performed");
    expect(await Promise.all(others)).toMatchObject([{ code: "key-reused" }, { code: "key-reused" }]);
    expect(await intention.countEffects()).toBe(1);
  },

  "a backend that is killed leaves nothing, and a retry succeeds": async (stage) => {
    const [intention, server] = [await stage.subject.intend(), await stage.serve({ poolMax: 2 })];
    const held = await stage.hold(intention);
    const first = server.send(intention).then(
      () => "answered",
      () => "failed",
    );
    await stage.subject.query("select pg_terminate_backend($1, 5000)", [await held.entered]);
    await held.letGo();
    expect(await first).toBe("failed");
    expect([await stage.countKeyRows(intention), await intention.countEffects()]).toEqual([0, 0]);
    expect((await server.send(intention)).kind).toBe("performed");
    expect(await intention.countEffects()).toBe(1);
  },
};
