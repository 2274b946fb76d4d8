import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { cachedRead } from "@/lib/kernel/cached-read";

const KEPT_MS = 1_000;

beforeEach(() => vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => vi.useRealTimers());

/** A read that counts its calls, and settles on demand. */
function countedRead() {
  const answers: { readonly give: (value: string) => void; readonly fail: () => void }[] = [];
  const read = () =>
    new Promise<string>((resolve, reject) => {
      answers.push({ give: resolve, fail: () => reject(new Error("no database")) });
    });
  return { answers, cache: cachedRead(read, KEPT_MS) };
}

test("shares one read among many callers, and caches its result until it expires", async () => {
  const { answers, cache } = countedRead();
  const both = Promise.all([cache.get(), cache.get()]);
  answers[0]?.give("first");
  expect(await both).toEqual(["first", "first"]);
  vi.advanceTimersByTime(KEPT_MS);
  expect(await cache.get()).toBe("first");
  vi.advanceTimersByTime(1);
  expect(cache.held()).toBeUndefined();
  const again = cache.get();
  answers[1]?.give("second");
  expect([await again, answers.length]).toEqual(["second", 2]);
});

test("a failed read affects only the callers waiting for it", async () => {
  const { answers, cache } = countedRead();
  const waiting = cache.get();
  answers[0]?.fail();
  await expect(waiting).rejects.toThrow("no database");
  const next = cache.get();
  answers[1]?.give("well");
  expect(await next).toBe("well");
});

test("a read that began before a clear is not returned to later callers", async () => {
  const { answers, cache } = countedRead();
  const before = cache.get();
  cache.clear();
  const after = cache.get();
  answers[1]?.give("new");
  answers[0]?.give("old");
  expect([await before, await after, await cache.get()]).toEqual(["old", "new", "new"]);
});
