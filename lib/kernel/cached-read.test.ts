import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { cachedRead } from "@/lib/kernel/cached-read";

const KEPT_MS = 1_000;

beforeEach(() => vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => vi.useRealTimers());

/** A read that counts, and answers when it is told to. */
function countedRead() {
  const answers: { readonly give: (value: string) => void; readonly fail: () => void }[] = [];
  const read = () =>
    new Promise<string>((resolve, reject) => {
      answers.push({ give: resolve, fail: () => reject(new Error("no database")) });
    });
  return { answers, cache: cachedRead(read, KEPT_MS) };
}

test("many callers share one read, and what it said is given out until it is too old", async () => {
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

test("a failed read is met by those who waited for it, and by nobody later", async () => {
  const { answers, cache } = countedRead();
  const waiting = cache.get();
  answers[0]?.fail();
  await expect(waiting).rejects.toThrow("no database");
  const next = cache.get();
  answers[1]?.give("well");
  expect(await next).toBe("well");
});

test("a read that began before something was forgotten is not given to those who come after", async () => {
  const { answers, cache } = countedRead();
  const before = cache.get();
  cache.clear();
  const after = cache.get();
  answers[1]?.give("new");
  answers[0]?.give("old");
  expect([await before, await after, await cache.get()]).toEqual(["old", "new", "new"]);
});
