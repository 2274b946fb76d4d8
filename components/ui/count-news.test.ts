import { expect, test } from "vitest";
import { countNews } from "@/components/ui/count-news";

const rows = (...ids: string[]) => ids.map((id) => ({ id }));

test("counts the new rows of a list, also those numbered before its first row but committed later", () => {
  const shown = [{ items: rows("9", "7", "6") }, { items: rows("5", "4") }];
  expect(countNews(shown, rows("9", "7", "6"))).toBe(0);
  expect(countNews(shown, rows("10", "9", "8", "7"))).toBe(2);
  expect(countNews(shown, rows("7", "6", "5"))).toBe(0);
});
