import { expect, test } from "vitest";
import { Bell } from "@/lib/kernel/bell";

/** The longest timeout that a timer supports. */
const NEVER_MS = 2 ** 31 - 1;
const { signal } = new AbortController();

test("a wait ends when the bell rings, when the time is over, or with the signal", async () => {
  const bell = new Bell();
  const stopping = new AbortController();
  const rung = bell.wait(NEVER_MS, signal);
  bell.ring();
  await rung;
  await bell.wait(1, signal);
  const stopped = bell.wait(NEVER_MS, stopping.signal);
  stopping.abort();
  await stopped;
  await bell.wait(NEVER_MS, stopping.signal);
});

test("a ring while nobody waits ends the next wait, and only that one", async () => {
  const bell = new Bell();
  bell.ring();
  bell.ring();
  await bell.wait(NEVER_MS, signal);
  let hasEnded = false;
  const next = bell.wait(NEVER_MS, signal).then(() => {
    hasEnded = true;
  });
  await Promise.resolve();
  expect(hasEnded).toBe(false);
  bell.ring();
  await next;
});
