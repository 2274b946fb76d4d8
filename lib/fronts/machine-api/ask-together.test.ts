import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { askTogether } from "@/lib/fronts/machine-api/ask-together";

const numbered = () => {
  let count = 0;
  const ask = vi.fn(async (keys: readonly string[]) => {
    count += 1;
    return new Map(keys.filter((key) => key !== "unknown").map((key) => [key, `${key}${count}`]));
  });
  return { ask, find: askTogether(ask) };
};

test("what is asked in one turn of the event loop is one question, without repeats, and everybody gets his own answer", async () => {
  const { ask, find } = numbered();
  expect(await Promise.all(["a", "b", "a", "unknown"].map(find))).toEqual(["a1", "b1", "a1", null]);
  expect(ask.mock.calls).toEqual([[["a", "b", "unknown"]]]);
});

test("the question begins after the last of its turn, so that nobody gets an answer from before", async () => {
  const { ask, find } = numbered();
  const first = find("a");
  await Promise.resolve();
  const second = find("a");
  expect(ask).not.toHaveBeenCalled();
  expect(await Promise.all([first, second])).toEqual(["a1", "a1"]);
});

test("a later turn is a question of its own, while the first is still under way too", async () => {
  const { ask, find } = numbered();
  let answerFirst: (answers: Map<string, string>) => void = () => undefined;
  ask.mockImplementationOnce(
    () =>
      new Promise((resolve) => {
        answerFirst = resolve;
      }),
  );
  const first = find("a");
  await nextTurn();
  expect(await find("a")).toBe("a1");
  answerFirst(new Map([["a", "late"]]));
  expect(await first).toBe("late");
});

test("a failure is everybody's of that turn, and of no later one", async () => {
  const { ask, find } = numbered();
  ask.mockRejectedValueOnce(new Error("gone"));
  const failed = await Promise.allSettled([find("a"), find("b")]);
  expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await find("a")).toBe("a1");
});
