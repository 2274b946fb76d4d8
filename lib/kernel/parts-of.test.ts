import { expect, test } from "vitest";
import { partsOf } from "@/lib/kernel/parts-of";

test("every element is in one part, in order, and none is empty or longer than it may be", () => {
  expect(partsOf([], 3)).toEqual([]);
  expect(partsOf([1, 2, 3], 3)).toEqual([[1, 2, 3]]);
  expect(partsOf([1, 2, 3, 4], 3)).toEqual([[1, 2, 3], [4]]);
});
