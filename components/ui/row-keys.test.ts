import { expect, test } from "vitest";
import { rowAfter } from "@/components/ui/row-keys";

const START = { before: null, current: -1, count: 3 };

test.each([
  ["j", {}, 0],
  ["k", {}, 0],
  ["j", { current: 0 }, 1],
  ["ArrowDown", { current: 1 }, 2],
  ["j", { current: 2 }, 2],
  ["ArrowUp", { current: 0 }, 0],
  ["k", { current: 2 }, 1],
  // Without a row in focus the arrows scroll the page.
  ["ArrowDown", {}, null],
  // A shortcut of two keys.
  ["k", { before: "g" }, null],
  ["j", { count: 0 }, null],
  ["x", { current: 1 }, null],
])("%s from %j leads to %j", (key, state, row) => {
  expect(rowAfter({ key, ...START, ...state })).toBe(row);
});
