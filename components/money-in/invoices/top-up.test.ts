import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { FactsCard } from "@/components/money-in/invoices/facts-card";
import { InvoiceTable } from "@/components/money-in/invoices/invoice-table";
import type { InvoiceDetailView, InvoiceRowView } from "@/lib/money-in/invoices/dashboard-schema";

const AT = "2026-11-20T10:00:00.000Z";
const WALLET = "00000000-0000-4000-8000-000000000001";

describe("a top-up of a static wallet, which has no requested amount", () => {
  const rowOf = (walletId: string | null): InvoiceRowView => ({
    id: "00000000-0000-4000-8000-000000000000",
    orderId: "order-1",
    walletId,
    status: "paid",
    shown: "paid",
    amount: "25",
    currency: "USDT",
    paidAmount: "25",
    payer: { amount: "24.5", currency: "USDT", networkName: "BNB Smart Chain" },
    paidUsd: null,
    creditedAmount: "24.75",
    createdAt: AT,
    expiresAt: AT,
    matchedBy: null,
  });
  const listed = (walletId: string | null) =>
    renderToStaticMarkup(createElement(InvoiceTable, { rows: [rowOf(walletId)] })).replace(/<[^>]*>/g, "");

  test("has no amount due in the list, and keeps its network", () => {
    expect(listed(null)).toContain("24.50");
    expect(listed(WALLET)).not.toContain("24.50");
    expect(listed(WALLET)).toContain("BNB Smart Chain");
  });

  test("has no payment outcome such as exact or overpaid", () => {
    const factsOf = (walletId: string | null) => {
      const invoice = {
        id: "1",
        walletId,
        paymentLink: null,
        bill: null,
        sale: null,
        createdAt: AT,
        expiresAt: AT,
        finalAt: AT,
        paymentOutcome: "exact",
      };
      const blank = { additionalData: null, payerEmail: null, receiver: null, urlReturn: null, urlSuccess: null };
      const view = { ...invoice, ...blank, isPaymentMultiple: true, accuracyPercent: "0" };
      return renderToStaticMarkup(createElement(FactsCard, { invoice: view as unknown as InvoiceDetailView }));
    };
    expect(factsOf(null)).toContain("Exact amount");
    expect(factsOf(WALLET)).not.toContain("Exact amount");
  });
});
