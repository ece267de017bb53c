// What must hold at every isolation level a database may have by default.
import { expect } from "vitest";
import { type Stories, wire } from "./stage.ts";

export const isolationStories: Stories = {
  "a second try replays the first answer byte for byte": async (stage) => {
    const [intention, server] = [await stage.subject.intend(), await stage.serve()];
    const first = await server.send(intention);
    const second = await server.send(intention);
    expect(await intention.countEffects()).toBe(1);
    expect([first.kind, second.kind]).toEqual(["performed", "replayed"]);
    expect(wire(second)).toEqual(wire(first));
  },

  "a duplicate that arrives during the first try waits for it and replays": async (stage) => {
    const [intention, one, two] = [await stage.subject.intend(), await stage.serve(), await stage.serve()];
    const held = await stage.hold(intention);
    const first = one.send(intention);
    const pid = await held.entered;
    const nextDoor = one.send(intention);
    const elsewhere = two.send(intention);
    await stage.somebodyWaitsFor(pid);
    expect(await intention.countEffects()).toBe(0);
    await held.letGo();
    const outcomes = await Promise.all([first, nextDoor, elsewhere]);
    expect(await intention.countEffects()).toBe(1);
    expect(outcomes.map(({ kind }) => kind)).toEqual(["performed", "replayed", "replayed"]);
    expect(new Set(outcomes.map(wire)).size).toBe(1);
  },

  "a first try that rolls back frees the key, and the one that waited performs it": async (stage) => {
    const [intention, one, two] = [await stage.subject.intend(), await stage.serve(), await stage.serve()];
    const held = await stage.hold(intention);
    const first = one.send(intention).then(
      () => "answered",
      () => "failed",
    );
    const pid = await held.entered;
    const waiting = two.send(intention);
    await stage.somebodyWaitsFor(pid);
    await held.rollBack();
    expect(await first).toBe("failed");
    expect((await waiting).kind).toBe("performed");
    expect(await intention.countEffects()).toBe(1);
    expect(await stage.countKeyRows(intention)).toBe(1);
  },

  "fifty parallel requests with one key have one effect and fifty identical answers": async (stage) => {
    const [intention, one, two] = [await stage.subject.intend(), await stage.serve(), await stage.serve()];
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, n) => (n % 2 ? one : two).send(intention)),
    );
    expect(await intention.countEffects()).toBe(1);
    expect(outcomes.filter(({ kind }) => kind === "performed")).toHaveLength(1);
    expect(new Set(outcomes.map(wire)).size).toBe(1);
  },

  "a pool of two finishes ten intentions at once": async (stage) => {
    const server = await stage.serve({ poolMax: 2 });
    const intentions = await Promise.all(Array.from({ length: 10 }, () => stage.subject.intend()));
    const outcomes = await Promise.all(intentions.map((intention) => server.send(intention)));
    const effects = await Promise.all(intentions.map((intention) => intention.countEffects()));
    expect(effects).toEqual(Array(10).fill(1));
    expect(outcomes.map(({ kind }) => kind)).toEqual(Array(10).fill("performed"));
  },
};
