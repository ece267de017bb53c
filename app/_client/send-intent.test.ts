import { TRPCClientError } from "@trpc/client";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { problemDocument } from "../../server/domain/answers";
import type { ProblemCode } from "../../server/domain/errors";
import { sendIntent } from "./send-intent";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

const life = () => new AbortController();
const lost = () => Promise.reject(TRPCClientError.from(new TypeError("Failed to fetch")));
const refused = (code: ProblemCode) =>
  Promise.reject(
    TRPCClientError.from({
      error: { message: "", code: -32000, data: { problem: problemDocument(code) } },
    } as Parameters<typeof TRPCClientError.from>[0]),
  );

async function settled<T>(work: Promise<T>): Promise<T> {
  await vi.runAllTimersAsync();
  return work;
}

describe("one intent", () => {
  test("is sent again after a lost answer, and the answer is the outcome", async () => {
    const send = vi.fn().mockImplementationOnce(lost).mockImplementationOnce(lost).mockResolvedValue("order");
    const failures: unknown[] = [];
    const outcome = sendIntent(send, { signal: life().signal, onRetry: (why) => failures.push(why) });
    expect(await settled(outcome)).toEqual({ kind: "answered", result: "order" });
    expect(send).toHaveBeenCalledTimes(3);
    expect(failures).toEqual([{ kind: "no-answer" }, { kind: "no-answer" }]);
  });

  test("is not sent again after a refusal", async () => {
    const send = vi.fn(() => refused("payment-declined"));
    expect(await settled(sendIntent(send, { signal: life().signal }))).toMatchObject({
      kind: "refused",
      name: "payment-declined",
    });
    expect(send).toHaveBeenCalledTimes(1);
  });

  test("ends unknown, not failed, when nothing ever answers", async () => {
    expect(await settled(sendIntent(lost, { signal: life().signal }))).toEqual({ kind: "unknown" });
  });

  test("is not asked again without a network: the caller waits for one", async () => {
    const send = vi.fn(lost);
    const outcome = sendIntent(send, { signal: life().signal, isOnline: () => false });
    expect(await settled(outcome)).toEqual({ kind: "unknown" });
    expect(send).toHaveBeenCalledTimes(1);
  });

  test("is given up by its page, not taken back", async () => {
    const page = life();
    const send = vi.fn(() => {
      page.abort();
      return lost();
    });
    expect(await settled(sendIntent(send, { signal: page.signal }))).toEqual({ kind: "unknown" });
    expect(send).toHaveBeenCalledTimes(1);
  });
});
