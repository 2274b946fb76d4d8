import { expect, test } from "vitest";
import { waitUntil } from "@/scripts/lib/wait-until.mjs";

test("returns what the check found, however often it was asked before", async () => {
  const answers = [null, false, "found"];
  expect(await waitUntil("an answer", async () => answers.shift(), 60_000, 1)).toBe("found");
  expect(answers).toEqual([]);
});

test("checks once even without any time, then says for what it waited", async () => {
  expect(await waitUntil("what is there", () => 1, 0)).toBe(1);
  await expect(waitUntil("the worker", () => false, 0, 1)).rejects.toThrow("Waited in vain for the worker");
});

test("ends with the error of a check that fails", async () => {
  const check = () => {
    throw new Error("the process has ended");
  };
  await expect(waitUntil("the worker", check, 60_000)).rejects.toThrow("the process has ended");
});
