import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { DataTable } from "@/components/ui/data-table";
import { Money, type MoneyProps, moneySlots } from "@/components/ui/money";
import type { Column } from "@/components/ui/table-column";

const html = (props: MoneyProps) => renderToStaticMarkup(createElement(Money, props));
const textOf = (markup: string) => markup.replace(/<[^>]*>/g, "");

describe("an amount", () => {
  test("is grouped whatever its sign, with its currency and every digit", () => {
    const texts = ["123594.98", "+1234.5", "-1234567", "0.123456789"].map((amount) =>
      textOf(html({ amount, currency: "USDT" })),
    );
    expect(texts).toEqual(["123,594.98 USDT", "+1,234.50 USDT", "-1,234,567.00 USDT", "0.123456789 USDT"]);
  });

  test("dims its digits beyond the sixth decimal, and none before", () => {
    expect(html({ amount: "0.12345678", currency: "BTC" })).toContain('.123456<span class="text-ink-quiet">78</span>');
    expect(html({ amount: "0.123456", currency: "BTC" })).not.toContain("text-ink-quiet");
  });
});

describe("the amounts of a column", () => {
  const cells = (...amounts: readonly [string, string][]) =>
    amounts.map(([amount, currency]) => createElement(Money, { amount, currency, align: "end" }));

  test("have room for the most digits and the longest code, so that their decimal points align", () => {
    expect(moneySlots(cells(["57.88", "USDT"], ["0.01860000", "ETH"]))).toEqual({
      "--money-fraction": "4.5ch",
      "--money-code": "2.8em",
    });
    expect(moneySlots(["none", null])).toBeUndefined();
  });

  test("are not widened by one amount with eighteen decimals, which overflows alone", () => {
    expect(moneySlots(cells(["57.88", "ETH"], ["0.000000000000000001", "ETH"]))).toMatchObject({
      "--money-fraction": "2.5ch",
    });
  });

  test("get that room in every cell of the table", () => {
    const columns: readonly Column<string>[] = [
      { id: "id", header: "Id", cell: (row) => row },
      { id: "sum", header: "Sum", align: "end", cell: (row) => cells([row, "ETH"])[0] },
    ];
    const table = renderToStaticMarkup(
      createElement(DataTable<string>, { label: "Sums", columns, rows: ["57.88", "0.0186"], keyOf: (row) => row }),
    );
    expect(table.match(/<td[^>]*--money-fraction:4\.5ch/g)).toHaveLength(2);
  });
});
