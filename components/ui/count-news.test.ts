import { expect, test } from "vitest";
import { countNews } from "@/components/ui/count-news";

const rows = (...ids: string[]) => ids.map((id) => ({ id }));

test("what is new in a list is counted, also where it was numbered before its first row and seen after it", () => {
  const shown = [{ items: rows("9", "7", "6") }, { items: rows("5", "4") }];
  expect(countNews(shown, rows("9", "7", "6"))).toBe(0);
  expect(countNews(shown, rows("10", "9", "8", "7"))).toBe(2);
  expect(countNews(shown, rows("7", "6", "5"))).toBe(0);
});
