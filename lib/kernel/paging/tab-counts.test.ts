import { expect, test } from "vitest";
import { countText, TAB_COUNT_MAX, toTabs } from "@/lib/kernel/paging/tab-counts";

test.each([
  [{ count: 0, isMore: false }, "0"],
  [{ count: 37, isMore: false }, "37"],
  [{ count: 37, isMore: true }, "37+"],
  [{ count: TAB_COUNT_MAX, isMore: true }, "999+"],
  [{ count: 5_000, isMore: false }, "999+"],
  // Nothing among the rows that were looked at, and there are others.
  [{ count: 0, isMore: true }, null],
])("%j is shown as %j", (count, text) => {
  expect(countText(count)).toBe(text);
});

test("a tab adds up its statuses, and the first tab all tabs", () => {
  const byStatus = new Map([
    ["paid", { count: 3, isMore: false }],
    ["fail", { count: 2, isMore: true }],
  ]);
  const groups = { paid: ["paid"], failed: ["fail", "system_fail"] };
  expect(toTabs(groups, { byStatus, others: { count: 0, isMore: false } })).toEqual({
    paid: { count: 3, isMore: false },
    failed: { count: 2, isMore: true },
    all: { count: 5, isMore: true },
  });
});
