import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { AmountsCard } from "@/components/money-in/invoices/amounts-card";
import { FactsCard } from "@/components/money-in/invoices/facts-card";
import { InvoiceTable } from "@/components/money-in/invoices/invoice-table";
import { InvoiceTimeline } from "@/components/money-in/invoices/invoice-timeline";
import { QuotesCard } from "@/components/money-in/invoices/quotes-card";
import { decimal } from "@/lib/kernel/money/decimal";
import type { InvoiceDetailView, InvoiceRowView } from "@/lib/money-in/invoices/dashboard-schema";
import { shownStatus } from "@/lib/money-in/invoices/status";

const AT = "2026-11-21T10:00:00.000Z";
const ID = "0eb54fe9-7ebb-4098-aa5f-f09374c607d3";
const QUOTE = {
  id: ID,
  isCurrent: true,
  currency: "USDT",
  networkName: "Ethereum",
  address: "0x1",
  addressUrl: null,
  payerAmount: "57.884",
  rate: "1.0106",
  rateSource: "Binance",
  rateAt: AT,
  commissionPercent: "1",
  createdAt: AT,
  validUntil: AT,
};
const INVOICE = {
  id: ID,
  walletId: null,
  paymentLink: null,
  bill: null,
  sale: null,
  status: "check",
  shown: "check",
  isFinal: false,
  paymentOutcome: null,
  amount: "57.30",
  currency: "USD",
  subtractPercent: 0,
  discountPercent: null,
  paidAmount: "0",
  paidAmountUsd: "0.00",
  merchantAmount: "57.30",
  commission: "0.58",
  creationFee: null,
  isCredited: false,
  additionalData: null,
  payerEmail: null,
  receiver: null,
  urlReturn: null,
  urlSuccess: null,
  createdAt: AT,
  expiresAt: AT,
  finalAt: null,
  quotes: [QUOTE],
  events: [],
  attempts: [],
} as unknown as InvoiceDetailView;
const ROW = { ...INVOICE, orderId: "lamp-1", paidUsd: null, matchedBy: null } as unknown as InvoiceRowView;
const PAYER = { amount: "57.884", currency: "USDT", networkName: "Ethereum" };

const textOf = (element: ReactElement) =>
  renderToStaticMarkup(element)
    .replace(/<\/?(?:span|time)[^>]*>/g, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");
const amounts = (over: Partial<InvoiceDetailView>) =>
  textOf(createElement(AmountsCard, { invoice: { ...INVOICE, ...over } }));
const row = (over: Partial<InvoiceRowView>) => textOf(createElement(InvoiceTable, { rows: [{ ...ROW, ...over }] }));
const event = (kind: string, detail: Record<string, string> = {}) => ({ id: kind, at: AT, kind, detail });
const told = (over: Partial<InvoiceDetailView>) => textOf(createElement(InvoiceTimeline, { ...INVOICE, ...over }));

describe("an invoice that its merchant has cancelled", () => {
  const CANCELLED = { status: "cancel", shown: "cancelled", isFinal: true } as const;

  test("is shown as cancelled, an expired one as expired", () => {
    const shown = (isCancelledByHand: boolean) =>
      shownStatus({ status: "cancel", isCancelledByHand, paidAmount: decimal("0") });
    expect([shown(true), shown(false)]).toEqual(["cancelled", "cancel"]);
    expect(row({ ...CANCELLED })).toContain("Cancelled");
    expect(row({ status: "cancel", shown: "cancel" })).toContain("Expired");
  });

  test("has no amount due any more", () => {
    expect(amounts({})).toMatch(/Commission.*You will receive 57.30 USDT/);
    expect(amounts(CANCELLED)).not.toMatch(/Commission|receive|expected/);
  });

  test("is never called expired, neither in its timeline nor in its webhooks", () => {
    const attempt = { id: "1", at: AT, number: 1, event: "cancel", durationMs: 9, httpStatus: 200, error: null };
    const events = [event("cancelled", { by: "Ada" }), event("status", { to: "cancel" })];
    const text = told({ ...CANCELLED, events, attempts: [attempt] });
    expect(text).toMatch(/Cancelled.*by Ada/);
    expect(text).toContain("Webhook delivered: Cancelled");
    expect(text).not.toContain("Expired");
  });
});

test("an open, partly paid invoice shows the paid and the total amount", () => {
  const shown = shownStatus({ status: "check", isCancelledByHand: false, paidAmount: decimal("28.942") });
  expect(row({ shown, paidAmount: "28.942", payer: PAYER })).toContain("Partly paid 28.942 of 57.884");
  expect(row({ payer: PAYER })).toContain("Waiting");
});

test("the timeline shows the credited amount and its gross amount", () => {
  const detail = { amount: "25", commission: "0.25", net: "24.75", currency: "USDT" };
  expect(told({ events: [event("credited", detail)] })).toContain("24.75 USDT (25.00 USDT less 0.25 USDT commission)");
  const withFee = { ...detail, creationFee: "1", net: "23.75" };
  expect(told({ events: [event("credited", withFee)] })).toContain(
    "23.75 USDT (25.00 USDT less 0.25 USDT commission and 1.00 USDT of the wallet&#x27;s creation fee)",
  );
});

describe("a top-up of a static wallet", () => {
  const TOP_UP = {
    walletId: ID,
    status: "paid",
    shown: "paid",
    isFinal: true,
    isCredited: true,
    paidAmount: "25",
    commission: "0.25",
    creationFee: "1",
    merchantAmount: "23.75",
  } as const;

  test("has no amount due: it shows the received amount, and the creation fee beside the commission", () => {
    const text = amounts(TOP_UP);
    expect(text).toMatch(
      /Received 25.00 USDT.*Commission 0.25 USDT.*Creation fee 1.00 USDT.*Credited to you 23.75 USDT/,
    );
    expect(text).not.toMatch(/due|Rate/);
    const rest = [
      FactsCard({ invoice: { ...INVOICE, ...TOP_UP } }),
      QuotesCard({ quotes: [QUOTE as never], isTopUp: true }),
    ];
    for (const card of rest) expect(textOf(card as ReactElement)).not.toMatch(/Expires|good until|parts|57.884/);
  });

  test("has its tag in the list", () => {
    expect(row(TOP_UP)).toContain("Top-up");
    expect(row({})).not.toContain("Top-up");
  });
});
