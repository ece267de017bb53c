// What a key refuses, what it forgets, and what it keeps apart.
import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { uuidV7At } from "./database.ts";
import { problemOf, type Stories, wire } from "./stage.ts";

export const refusalStories: Stories = {
  "the same key with another input is refused and changes nothing": async (stage) => {
    const [intention, server] = [await stage.subject.intend(), await stage.serve()];
    const first = await server.send(intention);
    expect(await problemOf(server.send(intention, "other-input"))).toMatchObject({ code: "key-reused" });
    expect(await intention.countEffects()).toBe(1);
    expect(wire(await server.send(intention))).toEqual(wire(first));
  },

  "another operation under the same key is refused": async (stage) => {
    const [intention, server] = [await stage.subject.intend(), await stage.serve()];
    await server.send(intention);
    expect(await problemOf(server.send(intention, "other-operation"))).toMatchObject({
      code: "key-reused",
    });
    expect(await intention.countEffects()).toBe(1);
  },

  "another account's equal key is another world": async (stage) => {
    const server = await stage.serve();
    const mine = await stage.subject.intend();
    const yours = await stage.subject.intend({ key: mine.key });
    const outcomes = await Promise.all([server.send(mine), server.send(yours)]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(["performed", "performed"]);
    expect([await mine.countEffects(), await yours.countEffects()]).toEqual([1, 1]);
    expect(wire(await server.send(yours))).not.toEqual(wire(await server.send(mine)));
  },

  "a refusal that is thrown is not remembered, and a retry executes": async (stage) => {
    const [intention, server] = [await stage.subject.intend(), await stage.serve()];
    const relent = await intention.refuse();
    await expect(server.send(intention)).rejects.toThrow();
    await expect(server.send(intention)).rejects.toThrow();
    expect([await stage.countKeyRows(intention), await intention.countEffects()]).toEqual([0, 0]);
    await relent();
    expect((await server.send(intention)).kind).toBe("performed");
    expect(await intention.countEffects()).toBe(1);
  },

  "an old time-ordered key never runs, and one from the future is malformed": async (stage) => {
    const server = await stage.serve();
    const minutes = 60_000;
    const now = await stage.databaseNowMs();
    const old = await stage.subject.intend({ key: uuidV7At(now - 24 * 60 * minutes - 1_000) });
    const early = await stage.subject.intend({ key: uuidV7At(now + 6 * minutes) });
    const nearly = await stage.subject.intend({ key: uuidV7At(now + 4 * minutes) });
    expect(await problemOf(server.send(old))).toMatchObject({ code: "key-expired" });
    expect(await problemOf(server.send(early))).toMatchObject({ code: "key-malformed" });
    expect((await server.send(nearly)).kind).toBe("performed");
    expect([await old.countEffects(), await early.countEffects()]).toEqual([0, 0]);
    expect([await stage.countKeyRows(old), await stage.countKeyRows(early)]).toEqual([0, 0]);
  },

  "a key that carries no time is as good as one that does": async (stage) => {
    const [intention, server] = [
      await stage.subject.intend({ key: `cart/${randomUUID()}~1` }),
      await stage.serve(),
    ];
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => server.send(intention)));
    expect(await intention.countEffects()).toBe(1);
    expect(new Set(outcomes.map(wire)).size).toBe(1);
  },
};
