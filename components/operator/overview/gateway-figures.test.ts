import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { FiguresOfRange } from "@/components/operator/overview/gateway-figures";
import type { RangeFigures } from "@/lib/fronts/admin/figures-schema";

const FIGURES: RangeFigures = {
  range: "7d",
  received: { now: "1500.00", before: "1000.00" },
  paidInvoices: { now: 12, before: 16 },
  revenue: { now: "-3.00", before: "0.00" },
  activeMerchants: { now: 4, before: 4 },
};

const draw = (changes: Partial<RangeFigures> = {}, unpricedCoins: string[] = []) =>
  renderToStaticMarkup(createElement(FiguresOfRange, { figures: { ...FIGURES, ...changes }, unpricedCoins }));
const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, "|");

test("each figure states its change against the period before, and leads to its list", () => {
  const html = draw();
  const text = textOf(html).replaceAll(/\|+/g, "|");
  expect(text).toContain("+50%|");
  expect(text).toContain("−25%|");
  expect(text).toContain("No data for previous 7 days");
  expect(text).toContain("Same as previous 7 days");
  const links = [...html.matchAll(/href="([^"]*)"[^>]*>([^<]*)</g)].map(([, href, name]) => [name, href]);
  expect(links).toEqual([
    ["Received", "/operator/merchants"],
    ["Paid invoices", "/operator/merchants"],
    ["Revenue", "/operator/treasury"],
    ["Active merchants", "/operator/merchants"],
  ]);
});

test("figures in dollars that are not summed up yet are not shown as zero", () => {
  const text = textOf(draw({ received: null, revenue: null }));
  expect(text.match(/Being calculated/g)).toHaveLength(2);
  expect(text).not.toContain("0.00");
});

test("coins without a price are named", () => {
  expect(textOf(draw({}, ["ABC", "XYZ"]))).toContain("Revenue does not include ABC, XYZ: no price.");
  expect(textOf(draw())).not.toContain("does not include");
});
