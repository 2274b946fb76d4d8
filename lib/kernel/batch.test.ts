import { expect, test } from "vitest";
import { batched, isInBatch, rowsOf, runBatch } from "@/lib/kernel/batch";
import type { Tx } from "@/lib/kernel/db";

const newTransaction = () => ({}) as Tx;

/** A batched function that records the keys of each load. */
function recorder() {
  const loads: number[][] = [];
  const double = batched(async (_tx: Tx, keys: readonly number[]) => {
    loads.push([...keys]);
    return keys.map((key) => key * 2);
  });
  return { loads, double };
}

test("outside of a batch each call loads its own key", async () => {
  const { loads, double } = recorder();
  const tx = newTransaction();
  expect(await Promise.all([double(tx, 1), double(tx, 2)])).toEqual([2, 4]);
  expect([loads, isInBatch(tx)]).toEqual([[[1], [2]], false]);
});

test("in a batch the calls of all tasks are loaded together, and each task gets its own value", async () => {
  const { loads, double } = recorder();
  const tx = newTransaction();
  const task = (start: number) => async () => double(tx, (await double(tx, start)) + 1);
  expect(await runBatch(tx, [task(1), task(10), task(100)])).toEqual([6, 42, 402]);
  expect(loads).toEqual([
    [1, 10, 100],
    [3, 21, 201],
  ]);
  expect(isInBatch(tx)).toBe(false);
});

test("between batched calls one task runs at a time, whatever else it waits for", async () => {
  const { double } = recorder();
  const tx = newTransaction();
  let balance = 10;
  const readAndTake = async () => {
    await double(tx, 1);
    const seen = balance;
    await new Promise((resolve) => setImmediate(resolve));
    balance = seen - 1;
    await double(tx, 2);
  };
  await runBatch(
    tx,
    Array.from({ length: 10 }, () => readAndTake),
  );
  expect(balance).toBe(0);
});

test("tasks that end early or take other ways leave the others together", async () => {
  const { loads, double } = recorder();
  const { loads: otherLoads, double: other } = recorder();
  const tx = newTransaction();
  const tasks = [async () => 0, async () => double(tx, 1), async () => other(tx, 2), async () => double(tx, 3)];
  expect(await runBatch(tx, tasks)).toEqual([0, 2, 4, 6]);
  expect([loads, otherLoads]).toEqual([[[1, 3]], [[2]]]);
});

test("calls of a later turn are made when no task waits for an earlier one", async () => {
  const { loads, double } = recorder();
  const locked: number[][] = [];
  const lock = batched(
    async (_tx: Tx, keys: readonly number[]) => {
      locked.push([...keys]);
      return keys.map(() => null);
    },
    { turn: 1 },
  );
  const tx = newTransaction();
  const quick = async () => void (await lock(tx, 1));
  const slow = async () => {
    await double(tx, 2);
    await double(tx, 3);
    await lock(tx, 4);
    await double(tx, 5);
  };
  await runBatch(tx, [quick, slow, quick]);
  expect([locked, loads]).toEqual([[[1, 1, 4]], [[2], [3], [5]]]);
});

test("the first failure ends the batch, of a task as of a load", async () => {
  const { double } = recorder();
  const broken = batched(async (): Promise<number[]> => {
    throw new Error("no database");
  });
  const failing = newTransaction();
  const tasks = [async () => double(failing, 1), async () => Promise.reject(new Error("no money"))];
  await expect(runBatch(failing, tasks)).rejects.toThrow("no money");
  expect(isInBatch(failing)).toBe(false);
  const tx = newTransaction();
  await expect(runBatch(tx, [async () => broken(tx, 1)])).rejects.toThrow("no database");
});

test("a task that waits for two batched calls at once is refused, because it would not run alone", async () => {
  const { double } = recorder();
  const tx = newTransaction();
  const tasks = [async () => Promise.all([double(tx, 1), double(tx, 2)])];
  await expect(runBatch(tx, tasks)).rejects.toThrow("one batched call at a time");
  const caught = [async () => Promise.all([double(tx, 1), double(tx, 2)]).catch(() => [0, 0])];
  await expect(runBatch(tx, caught)).rejects.toThrow("one batched call at a time");
});

test("rows are found by the key that they belong to, in the order of the keys", () => {
  const rows = [
    { of: "b", n: 1 },
    { of: "a", n: 2 },
    { of: "b", n: 3 },
  ];
  const found = rowsOf(["a", "b", "c"], rows, ({ of }) => of).map((those) => those.map(({ n }) => n));
  expect(found).toEqual([[2], [1, 3], []]);
});
