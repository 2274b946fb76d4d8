import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CLOCK_APART_MS_MAX, createClockGuard, WrongClock } from "@/lib/kernel/clock-guard";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const MEASURED_FOR_MS = 10_000;

/** By how much the database's clock is ahead of the one that this machine has without a jump. */
let databaseAheadMs = 0;
let reads = 0;

beforeEach(() => {
  vi.useFakeTimers();
  databaseAheadMs = 0;
  reads = 0;
});
afterEach(() => void vi.useRealTimers());

/** The right time is what the monotonic clock has added to the start. */
function openGuard() {
  const zero = Date.now() - performance.now();
  return createClockGuard(async () => {
    reads += 1;
    return new Date(zero + performance.now() + databaseAheadMs);
  });
}

const jump = (ms: number) => void vi.setSystemTime(Date.now() + ms);

test("the database is asked once while both clocks go on", async () => {
  const guard = openGuard();
  for (let count = 0; count < 100; count += 1) {
    await guard.assert();
    vi.advanceTimersByTime(90);
  }
  expect(reads).toBe(1);
});

test.each([HOUR_MS, -HOUR_MS, CLOCK_APART_MS_MAX + 1_000])(
  "a jump of this clock by %i ms is refused at once, and accepted when it is taken back",
  async (ms) => {
    const guard = openGuard();
    await guard.assert();
    jump(ms);
    await expect(guard.assert()).rejects.toThrow(WrongClock);
    await expect(guard.assert()).rejects.toThrow(ms > 0 ? "s ahead of the database's" : "s behind the database's");
    expect(await guard.measure()).toBe(ms);
    jump(-ms);
    await guard.assert();
  },
);

test("a jump of both clocks is accepted", async () => {
  const guard = openGuard();
  await guard.assert();
  jump(HOUR_MS);
  databaseAheadMs = HOUR_MS;
  await guard.assert();
  expect(reads).toBe(2);
});

test("a jump of the database's clock is refused after ten seconds at the latest", async () => {
  const guard = openGuard();
  await guard.assert();
  databaseAheadMs = -HOUR_MS;
  vi.advanceTimersByTime(MEASURED_FOR_MS + 1);
  // This call begins to ask, and waits for nothing.
  await guard.assert();
  await vi.advanceTimersByTimeAsync(0);
  await expect(guard.assert()).rejects.toThrow("3600 s ahead of");
});

test("a slow response makes no clock look wrong", async () => {
  const zero = Date.now() - performance.now();
  const guard = createClockGuard(async () => {
    const now = zero + performance.now();
    await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
    return new Date(now);
  });
  await guard.assert();
  expect(await guard.measure()).toBe(0);
});

test("a database that cannot be read is its own error, and asked again", async () => {
  let isDown = true;
  const guard = createClockGuard(async () => {
    if (isDown) throw new Error("connection refused");
    return new Date();
  });
  await expect(guard.assert()).rejects.toThrow("connection refused");
  isDown = false;
  await guard.assert();
});
