import { expect, test } from "vitest";
import { collectCalls } from "@/lib/kernel/collect-calls";

test("a call starts at once; calls that arrive meanwhile are carried out together, at most so many", async () => {
  const runs: (readonly string[])[] = [];
  const call = collectCalls(async (keys) => {
    runs.push(keys);
    await new Promise((resolve) => setImmediate(resolve));
    return new Map();
  }, 3);
  await Promise.all(["a", "b", "c", "d", "e", "b"].map(call));
  expect(runs).toEqual([["a"], ["b", "c", "d"], ["e", "b"]]);
});

test("each call fails or succeeds by itself, and a run that fails as a whole fails its calls alone", async () => {
  let runs = 0;
  const call = collectCalls(async (keys) => {
    runs += 1;
    if (runs === 1) throw new Error("the whole run");
    return new Map(keys.filter((key) => key === "bad").map((key) => [key, new Error("this one")]));
  }, 10);
  const outcomes = await Promise.allSettled(["first", "good", "bad", "good"].map(call));
  const texts = outcomes.map((outcome) => (outcome.status === "rejected" ? String(outcome.reason.message) : "done"));
  expect(texts).toEqual(["the whole run", "done", "this one", "done"]);
});
