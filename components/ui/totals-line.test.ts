import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { TotalsLine, type TotalsLineProps } from "@/components/ui/totals-line";

/** The text of the line, without markup. */
const textOf = (totals: TotalsLineProps["totals"]) =>
  renderToStaticMarkup(createElement(TotalsLine, { many: "invoices", label: "Amount", totals })).replace(
    /<[^>]*>/g,
    "",
  );

test("the sums of each currency stand apart, with what was received in USD", () => {
  const sums = [
    { currency: "USD", amount: "12345.5" },
    { currency: "BTC", amount: "0.000000001" },
  ];
  const text = textOf({ rows: 1234, sums, receivedUsd: "9.10" });
  expect(text).toBe("1,234 invoices. Amount: 12,345.50 USD, 0.000000001 BTC. Received, valued when paid: 9.10 USD");
  expect(textOf({ rows: 1, sums: [], receivedUsd: null })).toMatch(/^1 invoice\. /);
});

test("too many rows are said to be too many, and no rows add up to nothing", () => {
  expect(textOf(null)).toContain("export them");
  expect(textOf({ rows: 0, sums: [], receivedUsd: "0.00" })).toBe("");
  expect(textOf(undefined)).toBe("");
});
