import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { DataTable } from "@/components/ui/data-table";
import { compareBy } from "@/components/ui/sort-key";
import type { Column, TableSorting } from "@/components/ui/table-column";

type Row = { readonly id: string; readonly amount: string };

const COLUMNS: readonly Column<Row>[] = [
  { id: "id", header: "Order", cell: ({ id }) => id },
  {
    id: "amount",
    header: "Amount",
    cell: ({ amount }) => amount,
    sortBy: { kind: "amount", read: (row) => row.amount },
  },
];
const ROWS: readonly Row[] = [
  { id: "b", amount: "2" },
  { id: "a", amount: "10" },
];

function markup(sorting?: TableSorting): string {
  return renderToStaticMarkup(
    createElement(DataTable<Row>, { label: "Orders", columns: COLUMNS, rows: ROWS, keyOf: ({ id }) => id, sorting }),
  );
}

const headsOf = (html: string) => html.match(/<th .*?<\/th>/gs) ?? [];

describe("a table", () => {
  test("has buttons only in the headers of sortable columns, and marks the current one", () => {
    const [order = "", amount = ""] = headsOf(markup());
    expect([order, amount].map((head) => head.includes("<button"))).toEqual([false, true]);
    expect(markup()).not.toContain("aria-sort");
    const sorted = headsOf(markup({ sorted: { id: "amount", desc: true }, onSort: () => undefined }));
    expect(sorted[1]).toContain('aria-sort="descending"');
    expect(sorted[0]).not.toContain("aria-sort");
  });

  test("keeps the order of rows that the server has sorted", () => {
    const html = markup({ sorted: { id: "amount", desc: true }, onSort: () => undefined });
    expect(html.indexOf(">b<")).toBeLessThan(html.indexOf(">a<"));
  });
});

test("sorts amounts exactly, names in natural order, and times chronologically", () => {
  const rising = (kind: Parameters<typeof compareBy>[0], values: string[]) =>
    values.toSorted((a, b) => compareBy(kind, a, b));
  expect(rising("amount", ["10", "9.99", "-1", "0.000000000000000002", "0.000000000000000001"])).toEqual([
    "-1",
    "0.000000000000000001",
    "0.000000000000000002",
    "9.99",
    "10",
  ]);
  expect(rising("amount", ["90071992547409931.1", "90071992547409931"])[0]).toBe("90071992547409931");
  expect(rising("text", ["order-10", "Order-9", "äpfel", "zebra"])).toEqual(["äpfel", "Order-9", "order-10", "zebra"]);
  expect(rising("moment", ["2026-03-01T00:00:00.000Z", "2025-12-31T23:59:59.999Z"])[0]).toMatch(/^2025/);
});
