import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sendUntilAnswered } from "@/components/money-in/point-of-sale/send-until-answered";
import { RequestFailure } from "@/lib/fronts/client/fetch-json";

const OFFLINE = new RequestFailure(0, "offline", "No answer.");

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", new EventTarget());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Sends with these results, one per attempt; the last one again and again. */
function send(...results: readonly (Error | "answered")[]) {
  const seen: string[] = [];
  let attempts = 0;
  const attempt = async () => {
    const result = results[Math.min(attempts, results.length - 1)];
    attempts += 1;
    if (result instanceof Error) throw result;
    return () => void seen.push("answered");
  };
  const stop = sendUntilAnswered(attempt, {
    onRefused: (why) => seen.push(`refused: ${why}`),
    onFailed: (why) => seen.push(why),
  });
  return { seen, stop, attempts: () => attempts };
}

test("a request is repeated until it is answered, and not after that", async () => {
  const { seen, attempts } = send(OFFLINE, new RequestFailure(502, "internal", "Later."), "answered");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(seen).toEqual(["The server does not respond.", "Later.", "answered"]);
  expect(attempts()).toBe(3);
});

test("a request is repeated at once when the browser is online again", async () => {
  const { seen } = send(OFFLINE, "answered");
  await vi.advanceTimersByTimeAsync(1);
  window.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(1);
  expect(seen).toEqual(["The server does not respond.", "answered"]);
});

test("a refused request is not repeated; an answer of someone signed out is none", async () => {
  const { seen, attempts } = send(
    new RequestFailure(401, "signed_out", "Sign in."),
    new RequestFailure(409, "refused", "No."),
  );
  await vi.advanceTimersByTimeAsync(60_000);
  expect(seen).toEqual(["Sign in.", "refused: No."]);
  expect(attempts()).toBe(2);
});

test("a request that never ends is given up and repeated", async () => {
  let attempts = 0;
  const signals: AbortSignal[] = [];
  const stop = sendUntilAnswered(
    (signal) => {
      attempts += 1;
      signals.push(signal);
      return new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("aborted"))));
    },
    { onRefused: () => undefined, onFailed: () => undefined },
  );
  await vi.advanceTimersByTimeAsync(17_000);
  expect(attempts).toBe(2);
  stop();
  expect(signals.every(({ aborted }) => aborted)).toBe(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(attempts).toBe(2);
});

test("nothing is called after it was stopped", async () => {
  const { seen, stop } = send(OFFLINE, "answered");
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(seen).toEqual([]);
});
