import { expect, test } from "vitest";
import { WakeUp } from "@/lib/kernel/wake-up";

/** The longest timeout that a timer supports. */
const NEVER_MS = 2 ** 31 - 1;
const { signal } = new AbortController();

test("a wait ends when it is woken, when the time is over, or with the signal", async () => {
  const wakeUp = new WakeUp();
  const stopping = new AbortController();
  const woken = wakeUp.wait(NEVER_MS, signal);
  wakeUp.wake();
  await woken;
  await wakeUp.wait(1, signal);
  const stopped = wakeUp.wait(NEVER_MS, stopping.signal);
  stopping.abort();
  await stopped;
  await wakeUp.wait(NEVER_MS, stopping.signal);
});

test("a call while nobody waits ends the next wait, and only that one", async () => {
  const wakeUp = new WakeUp();
  wakeUp.wake();
  wakeUp.wake();
  await wakeUp.wait(NEVER_MS, signal);
  let hasEnded = false;
  const next = wakeUp.wait(NEVER_MS, signal).then(() => {
    hasEnded = true;
  });
  await Promise.resolve();
  expect(hasEnded).toBe(false);
  wakeUp.wake();
  await next;
});
