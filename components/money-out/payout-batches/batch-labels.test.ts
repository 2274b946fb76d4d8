import { expect, test } from "vitest";
import { countsText } from "@/components/money-out/payout-batches/batch-labels";

const NONE = { rows: 0, open: 0, process: 0, check: 0, paid: 0, failed: 0, refused: 0, cancelled: 0 };

test("a row that was not processed yet is not called failed", () => {
  expect(countsText({ ...NONE, rows: 5, paid: 2, open: 3 })).toBe("2 paid · 3 not processed");
  expect(countsText({ ...NONE, rows: 5, failed: 1, open: 4 })).toBe("1 failed · 4 not processed");
});
