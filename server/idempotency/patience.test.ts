import { describe, expect, test } from "vitest";
import { Line } from "./patience.ts";

/** What PostgreSQL says, as a driver throws it and Drizzle wraps it. */
const postgresError = (code: string) =>
  new Error("Failed query", { cause: Object.assign(new Error(code), { severity: "ERROR", code }) });

const nothingYet = async () => undefined;

function latch() {
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

describe("the line in front of a key", () => {
  test("lets one through at a time, and the others find the answer without a try of their own", async () => {
    const [line, gate] = [new Line(), latch()];
    let tries = 0;
    let answer: string | undefined;
    const attempt = async () => {
      tries++;
      await gate.opened;
      answer = "done";
      return "performed";
    };
    const enter = () => line.enter("k", 5_000, attempt, async () => answer);
    const all = Array.from({ length: 20 }, enter);
    gate.open();
    expect((await Promise.all(all)).filter((each) => each === "performed")).toHaveLength(1);
    expect(tries).toBe(1);
  });

  test("passes the turn on when the one in front fails", async () => {
    const [line, gate] = [new Line(), latch()];
    const first = line.enter(
      "k",
      5_000,
      () => gate.opened.then(() => Promise.reject(new Error("no"))),
      nothingYet,
    );
    const second = line.enter("k", 5_000, async () => "performed", nothingYet);
    gate.open();
    await expect(first).rejects.toThrow("no");
    expect(await second).toBe("performed");
  });

  test("keeps strangers out of each other's way", async () => {
    const [line, gate] = [new Line(), latch()];
    const slow = line.enter("slow", 5_000, () => gate.opened, nothingYet);
    expect(await line.enter("other", 5_000, async () => "performed", nothingYet)).toBe("performed");
    gate.open();
    await slow;
  });

  test("is left after the wait, with whole seconds to come back in", async () => {
    const [line, gate] = [new Line(), latch()];
    const slow = line.enter("k", 5_000, () => gate.opened, nothingYet);
    await expect(line.enter("k", 20, async () => "never", nothingYet)).rejects.toMatchObject({
      code: "key-in-flight",
      retryAfterSeconds: 1,
    });
    gate.open();
    await slow;
  });

  test("asks again while another process holds the key, for a short look each time", async () => {
    const looks: number[] = [];
    const attempt = async (lockTimeoutMs: number) => {
      looks.push(lockTimeoutMs);
      if (looks.length < 3) throw postgresError("55P03");
      return "performed";
    };
    expect(await new Line().enter("k", 5_000, attempt, nothingYet)).toBe("performed");
    expect(looks).toHaveLength(3);
    expect(Math.max(...looks)).toBeLessThanOrEqual(100);
  });

  test("says in flight when the other process outlasts the wait, and keeps the cause", async () => {
    const held = postgresError("55P03");
    await expect(new Line().enter("k", 60, () => Promise.reject(held), nothingYet)).rejects.toMatchObject({
      code: "key-in-flight",
      cause: held,
    });
  });

  test("claims again after a serialization failure, a bounded number of times", async () => {
    let tries = 0;
    const unlucky = async () => {
      tries++;
      throw postgresError("40001");
    };
    await expect(new Line().enter("k", 5_000, unlucky, nothingYet)).rejects.toThrow("Failed query");
    expect(tries).toBeGreaterThan(1);
    expect(tries).toBeLessThan(20);
  });

  test("does not try again after anything else", async () => {
    let tries = 0;
    const broken = async () => {
      tries++;
      throw postgresError("23505");
    };
    await expect(new Line().enter("k", 5_000, broken, nothingYet)).rejects.toThrow("Failed query");
    expect(tries).toBe(1);
  });

  test("is empty again afterwards: nothing is kept for a key that is done", async () => {
    const line = new Line();
    for (let n = 0; n < 3; n++) {
      expect(
        await line.enter(
          "k",
          10,
          async () => n,
          () => Promise.reject(new Error("nobody is ahead")),
        ),
      ).toBe(n);
    }
  });
});
