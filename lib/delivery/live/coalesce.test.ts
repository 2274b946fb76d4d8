import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { coalesce } from "@/lib/delivery/live/page-feed";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A task that runs until it is released, with a record of what began and ended. */
function slowTask() {
  const ends: (() => void)[] = [];
  let begun = 0;
  const run = () => {
    begun += 1;
    return new Promise<void>((resolve) => ends.push(resolve));
  };
  return { run, begun: () => begun, endOne: () => ends.shift()?.() };
}

test("the first call starts at once", async () => {
  const task = slowTask();
  void coalesce(task.run, 50)();
  await vi.advanceTimersByTimeAsync(0);
  expect(task.begun()).toBe(1);
});

test("calls during a run share one further run, which starts after it and after the gap", async () => {
  const task = slowTask();
  const ask = coalesce(task.run, 50);
  void ask();
  await vi.advanceTimersByTimeAsync(0);
  let answered = 0;
  const count = () => {
    answered += 1;
  };
  for (let n = 0; n < 100; n += 1) void ask().then(count);
  await vi.advanceTimersByTimeAsync(200);
  expect([task.begun(), answered]).toEqual([1, 0]);
  task.endOne();
  await vi.advanceTimersByTimeAsync(0);
  expect([task.begun(), answered]).toEqual([2, 0]);
  task.endOne();
  await vi.advanceTimersByTimeAsync(1_000);
  expect([task.begun(), answered]).toEqual([2, 100]);
});

test("a burst after a short run waits for the gap and is coalesced into one run", async () => {
  let runs = 0;
  const ask = coalesce(async () => {
    runs += 1;
  }, 50);
  await ask();
  void ask();
  await vi.advanceTimersByTimeAsync(49);
  void ask();
  expect(runs).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(runs).toBe(2);
  await vi.advanceTimersByTimeAsync(500);
  expect(runs).toBe(2);
});

test("a failed run rejects its own callers, and the next run still starts", async () => {
  let runs = 0;
  const ask = coalesce(async () => {
    runs += 1;
    if (runs === 1) throw new Error("no database");
  }, 0);
  const [first, second] = [ask(), ask()];
  await expect(Promise.all([first, second])).rejects.toThrow("no database");
  await ask();
  expect(runs).toBe(2);
});
