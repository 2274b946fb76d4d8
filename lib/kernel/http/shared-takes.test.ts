import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTokenBuckets } from "@/lib/kernel/http/address-limits";
import type { TakesChannel } from "@/lib/kernel/http/shared-takes";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const RATE = { perSecond: 1, burst: 10 };

/** Creates processes connected as in a cluster: each hears all others. */
function createProcesses(count: number, sharedAs = "keys") {
  const listeners: ((message: unknown) => void)[] = [];
  const messages: unknown[] = [];
  const buckets = Array.from({ length: count }, (_, own) => {
    const channel: TakesChannel = {
      hear: (listener) => void listeners.splice(own, 0, listener),
      send: (message) => {
        messages.push(message);
        for (const [index, listener] of listeners.entries()) if (index !== own) listener(structuredClone(message));
      },
    };
    return createTokenBuckets(100, { sharedAs, channel });
  });
  return { buckets, messages };
}

test("subtracts another process's takes within a tenth of a second", () => {
  const [one, other] = createProcesses(2).buckets;
  for (let call = 0; call < 10; call += 1) expect(one?.take("a", RATE)).toBe(0);
  expect(other?.wait("a", RATE)).toBe(0);
  vi.advanceTimersByTime(100);
  expect(other?.take("a", RATE)).toBeGreaterThan(0);
  expect(other?.take("b", RATE)).toBe(0);
});

test("limits the debt of concurrent takes to one full allowance, which refills over time", () => {
  const { buckets } = createProcesses(4);
  for (const bucket of buckets) for (let call = 0; call < 10; call += 1) bucket.take("a", RATE);
  vi.advanceTimersByTime(100);
  for (const bucket of buckets) expect(bucket.wait("a", RATE)).toBeLessThanOrEqual(11);
  vi.advanceTimersByTime(21_000);
  for (const bucket of buckets) expect(bucket.wait("a", RATE)).toBe(0);
});

test("sends many takes of one allowance as one entry of one message, and no rejected ones", () => {
  const { buckets, messages } = createProcesses(2);
  for (let call = 0; call < 50; call += 1) buckets[0]?.take("a", RATE);
  vi.advanceTimersByTime(100);
  expect(messages).toEqual([{ kind: "taken", from: "keys", takes: [{ key: "a", count: 10, rate: RATE }] }]);
});

test("ignores other allowances and messages of another kind", () => {
  const heard: ((message: unknown) => void)[] = [];
  const bucket = createTokenBuckets(100, {
    sharedAs: "keys",
    channel: { send: () => undefined, hear: (listener) => void heard.push(listener) },
  });
  const takes = [{ key: "a", count: 100, rate: RATE }];
  for (const message of [
    null,
    "taken",
    { kind: "taken", from: "pages", takes },
    { kind: "other", from: "keys", takes },
  ])
    heard[0]?.(message);
  expect(bucket.take("a", RATE)).toBe(0);
});
