import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { raiseAlarm } from "@/lib/kernel/alarms/raise-alarm";
import { WrongClock } from "@/lib/kernel/clock-guard";
import { type Tx, withTransaction } from "@/lib/kernel/db";
import { log } from "@/lib/kernel/log";
import { every } from "@/lib/run/worker/every";
import { startWorker } from "@/lib/run/worker/start-worker";
import { startTasks } from "@/lib/run/worker/tasks";
import { alarmsAbout } from "@/lib/run/worker/testing/observe";
import { assertWorkerClock, startWithClock } from "@/lib/run/worker/worker-clock";

const HOUR_MS = 3_600_000;
const WRONG = [HOUR_MS, -HOUR_MS];

beforeEach(() => startWithClock());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const jump = (ms: number) => void vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
/** As if the machine had been suspended for so long. */
function stopClocks(ms: number): void {
  const monotonic = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => monotonic() - ms);
  jump(-ms);
}
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

test.each([
  ["jumped", () => jump(HOUR_MS)],
  ["stood still with the machine", () => stopClocks(HOUR_MS)],
])("the heartbeat of a worker whose clock %s raises the alarm and ends the worker", async (_, spoil) => {
  const lives = new AbortController();
  const faults: unknown[] = [];
  spoil();
  const [heartbeat] = startTasks({
    workerId: randomUUID(),
    roles: new Set(),
    signal: lives.signal,
    lifeSignal: lives.signal,
    onWrongClock: (error) => faults.push(error),
    nodes: null,
  });
  await expect.poll(() => faults).toEqual([expect.any(WrongClock)]);
  lives.abort();
  await heartbeat;
  expect(await alarmsAbout(hostname())).toEqual(["clock-wrong"]);
});

test("a worker that starts with a wrong clock raises the alarm", async () => {
  jump(HOUR_MS);
  await expect(startWorker(new Set(), () => undefined)).rejects.toThrow(WrongClock);
  expect(await alarmsAbout(hostname())).toEqual(["clock-wrong"]);
});
