import { expect, test } from "vitest";
import { collectCalls } from "@/lib/kernel/collect-calls";

test("a call starts at once; calls that arrive meanwhile are carried out together, at most so many", async () => {
  const runs: (readonly string[])[] = [];
  const run = async (items: readonly string[]) => {
    runs.push(items);
    await new Promise((resolve) => setImmediate(resolve));
    return items.map((item) => item.toUpperCase());
  };
  const call = collectCalls(run, { max: 3 });
  expect(await Promise.all(["a", "b", "c", "d", "e", "b"].map(call))).toEqual(["A", "B", "C", "D", "E", "B"]);
  expect(runs).toEqual([["a"], ["b", "c", "d"], ["e", "b"]]);
});

test("with two lanes, two runs are under way at once, and calls are carried out in their order", async () => {
  const runs: (readonly string[])[] = [];
  const ends: (() => void)[] = [];
  const run = async (items: readonly string[]) => {
    runs.push(items);
    await new Promise<void>((resolve) => ends.push(resolve));
    return items;
  };
  const call = collectCalls(run, { max: 2, lanes: 2 });
  const all = Promise.all(["a", "b", "c", "d", "e"].map(call));
  expect(runs).toEqual([["a"], ["b"]]);
  while (runs.length < 4) {
    ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  for (const end of ends) end();
  expect(await all).toEqual(["a", "b", "c", "d", "e"]);
  expect(runs).toEqual([["a"], ["b"], ["c", "d"], ["e"]]);
});

test("while the caller is busy, a call waits a moment for others", async () => {
  const runs: (readonly string[])[] = [];
  const run = async (items: readonly string[]) => {
    runs.push(items);
    return items;
  };
  const call = collectCalls(run, { max: 10, isBusy: () => true });
  await Promise.all(["a", "b"].map(call));
  expect(runs).toEqual([["a", "b"]]);
});

test("a run that fails fails its own calls alone", async () => {
  let runs = 0;
  const run = async (items: readonly string[]) => {
    runs += 1;
    if (runs === 1) throw new Error("the first run");
    return items;
  };
  const outcomes = await Promise.allSettled(["first", "second", "third"].map(collectCalls(run, { max: 10 })));
  const texts = outcomes.map((outcome) =>
    outcome.status === "rejected" ? String(outcome.reason.message) : outcome.value,
  );
  expect(texts).toEqual(["the first run", "second", "third"]);
});
