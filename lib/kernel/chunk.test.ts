import { expect, test } from "vitest";
import { chunk } from "@/lib/kernel/chunk";

test("puts every element into one chunk, in order, and none is empty or too long", () => {
  expect(chunk([], 3)).toEqual([]);
  expect(chunk([1, 2, 3], 3)).toEqual([[1, 2, 3]]);
  expect(chunk([1, 2, 3, 4], 3)).toEqual([[1, 2, 3], [4]]);
});
