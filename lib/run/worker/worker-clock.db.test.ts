import { hostname } from "node:os";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { raiseAlarm } from "@/lib/kernel/alarms/raise-alarm";
import { WrongClock } from "@/lib/kernel/clock-guard";
import { type Tx, withTransaction } from "@/lib/kernel/db";
import { log } from "@/lib/kernel/log";
import { every } from "@/lib/run/worker/every";
import { alarmsAbout } from "@/lib/run/worker/testing/observe";
import { assertWorkerClock, startWithClock } from "@/lib/run/worker/worker-clock";

const HOUR_MS = 3_600_000;
const WRONG = [HOUR_MS, -HOUR_MS];

beforeEach(() => startWithClock());
afterEach(() => void vi.useRealTimers());

const jump = (ms: number) => void vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
const mark = (tx: Tx) => raiseAlarm(tx, { kind: "gas-low", subject: "a test", message: "written" });

test.each(WRONG)(
  "with a clock that is %i ms off no command begins, and what one has written is not committed",
  async (ms) => {
    jump(ms);
    await expect(withTransaction(mark)).rejects.toThrow(WrongClock);
    vi.useRealTimers();
    const jumping = async (tx: Tx) => {
      await mark(tx);
      jump(ms);
    };
    await expect(withTransaction(jumping)).rejects.toThrow(WrongClock);
    expect(await alarmsAbout("a test")).toEqual([]);
  },
);

test.each(WRONG)(
  "a worker whose clock is %i ms off raises its alarm, which the next start with the right time ends",
  async (ms) => {
    jump(ms);
    await expect(assertWorkerClock()).rejects.toThrow(WrongClock);
    await expect(startWithClock()).rejects.toThrow(WrongClock);
    expect(await alarmsAbout(hostname())).toEqual(["clock-wrong"]);
    vi.useRealTimers();
    await startWithClock();
    expect(await alarmsAbout(hostname())).toEqual([]);
  },
);

test("regular tasks, which delete what is over, wait for the right time", async () => {
  const failures = vi.spyOn(log(), "error");
  let runs = 0;
  const stopping = new AbortController();
  const work = async () => {
    runs += 1;
  };
  jump(HOUR_MS);
  const task = every("a test", 10, stopping.signal, work);
  await expect.poll(() => failures.mock.calls.length).toBeGreaterThan(1);
  expect(runs).toBe(0);
  vi.useRealTimers();
  await expect.poll(() => runs).toBeGreaterThan(0);
  stopping.abort();
  await task;
});
