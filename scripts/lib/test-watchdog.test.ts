import { expect, test } from "vitest";
import type { RunningTest } from "@/scripts/lib/running-tests.mjs";
import { createTestWatchdog } from "@/scripts/lib/test-watchdog.mjs";

const LIMIT_MS = 90_000;

/**
 * Creates a watchdog on a machine that spends `share` of the time waiting for a CPU; `after` looks
 * once a second.
 */
function watch(share: number) {
  let at = 0;
  const { look } = createTestWatchdog({ limitOf: () => LIMIT_MS, now: () => at, starvedMs: () => at * share });
  return (seconds: number, entries: readonly RunningTest[]) => {
    let hanging: readonly RunningTest[] = [];
    for (const end = at + seconds * 1_000; at < end; at += 1_000) hanging = look(entries);
    return hanging;
  };
}

const running = (pid: number, step: number): RunningTest => ({ pid, step, file: "a.test.ts", test: "holds" });

test("a process hangs if its step stays the same for the limit, even if another one proceeds", () => {
  const after = watch(0);
  const stuck = running(1, 1);
  expect(after(45, [stuck, running(2, 1)])).toEqual([]);
  expect(after(45, [stuck, running(2, 2)])).toEqual([]);
  expect(after(2, [stuck, running(2, 3)])).toEqual([stuck]);
});

test("each step gets the whole limit, and so does a process after its pause", () => {
  const after = watch(0);
  for (let step = 1; step <= 5; step += 1) expect(after(80, [running(1, step)])).toEqual([]);
  expect(after(80, [])).toEqual([]);
  expect(after(80, [running(1, 5)])).toEqual([]);
});

test("on a machine five times slower a test may take five times as long, and no machine is slow enough to hide a hang", () => {
  const slow = watch(0.8);
  expect(slow(445, [running(1, 1)])).toEqual([]);
  expect(slow(10, [running(1, 1)])).toHaveLength(1);
  const starved = watch(3);
  expect(starved(455, [running(1, 1)])).toHaveLength(1);
});
