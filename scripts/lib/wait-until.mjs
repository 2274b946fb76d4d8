import { setTimeout as pause } from "node:timers/promises";

const POLL_MS = 100;

/**
 * Calls `check` until it returns something truthy, and returns that.
 * @throws Error that says for what it waited, after `limitMs` milliseconds
 */
export async function waitUntil(what, check, limitMs, pollMs = POLL_MS) {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const found = await check();
    if (found) return found;
    if (performance.now() > deadline) throw new Error(`Waited in vain for ${what}`);
    await pause(pollMs);
  }
}
