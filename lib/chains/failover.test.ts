import { getEventListeners } from "node:events";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ChainInconsistentError, ChainUnavailableError, TransactionRefusedError } from "@/lib/chains/errors";
import { mostConservative } from "@/lib/chains/every-node";
import { CallerFailure, createFailover } from "@/lib/chains/failover";
import { mapLimited, withTimeLimit } from "@/lib/chains/limits";
import { highest, messageOf } from "@/lib/chains/statements";

const SIGNAL = new AbortController().signal;

afterEach(() => void vi.useRealTimers());

describe("failover", () => {
  it("doubles the pause of a failing node each time, and tries it first again afterwards", async () => {
    const { failover, asked, clock, fail } = createNodes();
    fail.add("a");
    for (const [unhealthyMs, expected] of [
      [0, ["a", "b"]],
      [1_999, ["b"]],
      [1, ["a", "b"]],
      [3_999, ["b"]],
      [1, ["a", "b"]],
    ] as const) {
      clock.nowMs += unhealthyMs;
      asked.length = 0;
      await failover.call(async ({ ask }) => ask(), SIGNAL);
      expect(asked).toEqual(expected);
    }
    fail.clear();
    clock.nowMs += 8_000;
    expect(await failover.call(async ({ ask }) => ask(), SIGNAL)).toBe("a");
    expect(failover.health()).toEqual([
      { node: "a", healthy: true, reason: null },
      { node: "b", healthy: true, reason: null },
    ]);
  });

  it("reports every node's reason when all fail", async () => {
    const { failover, fail } = createNodes();
    fail.add("a").add("b");
    await expect(failover.call(async ({ ask }) => ask(), SIGNAL)).rejects.toThrow(ChainUnavailableError);
    await expect(failover.call(async ({ ask }) => ask(), SIGNAL)).rejects.toThrow(/a is down; b is down/);
  });

  it("queries the next node where one refuses what it may be configured to refuse, and keeps using it for the rest", async () => {
    const { failover, asked } = createNodes();
    const refuse = failover.callUnblamed(async ({ ask }) => {
      if (ask() === "a") throw new Error("Method not found");
      return "b";
    }, SIGNAL);
    expect(await refuse).toBe("b");
    expect(asked).toEqual(["a", "b"]);
    expect(failover.health().every(({ healthy }) => healthy)).toBe(true);
    expect(await failover.call(async ({ ask }) => ask(), SIGNAL)).toBe("a");
  });

  it("treats a refusal and a caller's own failure as final, and blames no node", async () => {
    const { failover, asked } = createNodes();
    const refusal = new TransactionRefusedError("spent", "no");
    const own = new Error("database");
    for (const [thrown, seen] of [
      [refusal, refusal],
      [new CallerFailure("callback", { cause: own }), own],
    ] as const) {
      asked.length = 0;
      const call = failover.call(async ({ ask }) => {
        ask();
        throw thrown;
      }, SIGNAL);
      await expect(call).rejects.toBe(seen);
      expect(asked).toEqual(["a"]);
    }
    expect(failover.health().every(({ healthy }) => healthy)).toBe(true);
  });

  it("queries each node, and waits at most a second for one that has just failed while another is healthy", async () => {
    vi.useFakeTimers();
    const { failover, asked, fail } = createNodes();
    const silence = new Promise<string>(() => {});
    const each = () => {
      asked.length = 0;
      return failover.each(async (node) => {
        asked.push(node.name);
        return fail.has(node.name) ? silence : node.name;
      }, SIGNAL);
    };
    // The first time it fails at once, and is unhealthy from then on.
    fail.add("a");
    await failover.each(async ({ ask }) => ask(), SIGNAL);
    const answered = vi.fn<(statements: unknown) => void>();
    void each().then(answered);
    await vi.advanceTimersByTimeAsync(999);
    expect([asked.toSorted(), answered.mock.calls]).toEqual([["a", "b"], []]);
    await vi.advanceTimersByTimeAsync(1);
    expect(answered.mock.lastCall?.[0]).toEqual([
      { node: "a", error: expect.objectContaining({ message: expect.stringContaining("had just failed") }) },
      { node: "b", answer: "b" },
    ]);
    fail.clear();
    expect(await each()).toEqual([
      { node: "a", answer: "a" },
      { node: "b", answer: "b" },
    ]);
  });

  it("waits for a node that has just failed as long as for any other when none is healthy", async () => {
    vi.useFakeTimers();
    const { failover, fail } = createNodes();
    fail.add("a").add("b");
    await failover.each(async ({ ask }) => ask(), SIGNAL);
    const late = (node: { name: string }) =>
      new Promise<string>((resolve) => setTimeout(() => resolve(node.name), 3_600_000));
    const asked = failover.each(late, SIGNAL);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(await asked).toEqual([
      { node: "a", answer: "a" },
      { node: "b", answer: "b" },
    ]);
  });

  it("queries the next node after an inconsistency, without marking the first one unhealthy", async () => {
    const { failover, asked } = createNodes();
    const call = failover.call(async ({ ask }) => {
      ask();
      throw new ChainInconsistentError("changed its mind");
    }, SIGNAL);
    await expect(call).rejects.toThrow(ChainInconsistentError);
    expect(asked).toEqual(["a", "b"]);
    expect(failover.health().every(({ healthy }) => healthy)).toBe(true);
  });
});

describe("time limit", () => {
  it("ends the work with the reason: the timeout, or the caller's own", async () => {
    const forever = (signal: AbortSignal) =>
      new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(new Error("library's own"))));
    await expect(withTimeLimit(5, SIGNAL, forever)).rejects.toThrow("no answer within 5 ms");
    const controller = new AbortController();
    const work = withTimeLimit(60_000, controller.signal, forever);
    const reason = new Error("stopping");
    controller.abort(reason);
    await expect(work).rejects.toBe(reason);
    await expect(withTimeLimit(5, SIGNAL, async () => 1)).resolves.toBe(1);
  });
});

describe("many calls on one signal", () => {
  it("leave no listener behind, however they end", async () => {
    const { signal } = new AbortController();
    const end = async (fails: boolean) => {
      if (fails) throw new Error("failed");
    };
    const calls = Array.from({ length: 30 }, (_, index) => withTimeLimit(50, signal, () => end(index % 2 === 0)));
    await Promise.allSettled(calls);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });
});

describe("limited parallel work", () => {
  it("keeps the order, never exceeds the limit, and starts nothing after a failure", async () => {
    let running = 0;
    let most = 0;
    const started: number[] = [];
    const work = async (item: number) => {
      started.push(item);
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      if (item === 13) throw new Error("thirteen");
      return item * 2;
    };
    expect(await mapLimited([3, 1, 2, 5, 4], 2, work)).toEqual([6, 2, 4, 10, 8]);
    expect(most).toBe(2);
    started.length = 0;
    await expect(mapLimited([13, 1, 2, 3, 4, 5], 2, work)).rejects.toThrow("thirteen");
    await new Promise((resolve) => setImmediate(resolve));
    expect(started.length).toBeLessThan(6);
  });
});

it("the most conservative of several verdicts wins", () => {
  const impossible = { verdict: "impossible", reason: "spent" } as const;
  const unproven = { verdict: "unproven", reason: "lags" } as const;
  const possible = { verdict: "possible" } as const;
  expect(mostConservative([impossible, impossible])).toBe(impossible);
  expect(mostConservative([impossible, unproven])).toBe(unproven);
  expect(mostConservative([impossible, unproven, possible])).toBe(possible);
  expect(mostConservative([])).toBeNull();
  expect(highest([3n, 7n, 5n])).toBe(7n);
});

it("error texts for users end at the first line, before libraries append URLs", () => {
  expect(messageOf(new Error("no answer\nURL: https://node/secret"))).toBe("no answer");
});

function createNodes() {
  const asked: string[] = [];
  const fail = new Set<string>();
  const clock = { nowMs: 1_000_000 };
  const nodes = ["a", "b"].map((name) => ({
    name,
    ask() {
      asked.push(name);
      if (fail.has(name)) throw new Error(`${name} is down`);
      return name;
    },
  }));
  const failover = createFailover({ nodes, verify: async () => {}, now: () => clock.nowMs });
  return { failover, asked, fail, clock };
}
