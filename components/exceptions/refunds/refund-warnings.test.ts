import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { RefundWarnings } from "@/components/exceptions/refunds/refund-figures";
import type { RefundPreview } from "@/lib/exceptions/refunds/dashboard-schema";

const PREVIEW: RefundPreview = {
  amount: "100",
  sentAmount: "99.9",
  commission: "0.1",
  currency: "USDT",
  networkName: "BNB Smart Chain",
  address: "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
  fromCurrency: "USDT",
  debitedAmount: "100",
  missing: null,
  lookAlike: null,
  approval: null,
  suggestedAddress: null,
  doubt: null,
  convertedDeposits: [],
};

/** The rendered text, with plain spaces and quotes. */
function readOut(changes: Partial<RefundPreview>): string {
  const state = { kind: "known", preview: { ...PREVIEW, ...changes }, isOld: false } as const;
  return renderToStaticMarkup(createElement(RefundWarnings, { state }))
    .replace(/<svg.*?<\/svg>/gs, "")
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&#x27;", "'")
    .replace(/\s+/g, " ");
}

test("names the coin that was paid, and its value in the refunded coin", () => {
  const id = "00000000-0000-4000-8000-000000000000";
  const eth = { id, amount: "0.015", currency: "ETH", networkName: "Ethereum", counted: "30" };
  const text = readOut({ convertedDeposits: [eth] });
  expect(text).toContain("The refund is sent in USDT on BNB Smart Chain.");
  expect(text).toContain("at the price shown to the payer then, not at today's:");
  expect(text).toContain("0.015 ETH on Ethereum counts as 30.00 USDT");
});

test("shows no warning for a payment in the refunded coin", () => {
  expect(readOut({})).toBe("");
});
