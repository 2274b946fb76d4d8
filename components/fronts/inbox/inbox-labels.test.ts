import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { inboxText } from "@/components/fronts/inbox/inbox-labels";
import type { InboxRow } from "@/lib/fronts/dashboard/inbox-schema";

const AT = "2026-05-06T07:08:09.000Z";
const ids = { id: randomUUID(), invoiceId: randomUUID(), walletId: randomUUID(), subjectId: randomUUID() };
const coin = { currency: "USDT", networkName: "BNB Smart Chain" };

const CASE: InboxRow = {
  of: "case",
  id: ids.id,
  kind: "late",
  status: "open",
  holdReason: null,
  amount: "20",
  ...coin,
  transactionId: "0x1",
  transactionUrl: null,
  fromAddress: null,
  toAddress: "0x2",
  isConfirmed: true,
  invoiceId: ids.invoiceId,
  walletId: null,
  orderId: "order-1",
  openedAt: AT,
  closedAt: null,
  resolution: null,
};
const REQUEST: InboxRow = {
  of: "request",
  id: ids.id,
  invoiceId: ids.invoiceId,
  orderId: "order-2",
  kind: "surplus",
  status: "confirmed",
  amount: "5",
  ...coin,
  address: "0x3",
  addressUrl: null,
  proof: "email",
  note: null,
  failure: null,
  createdAt: AT,
  decidedAt: null,
  decidedBy: null,
};
const REVIEW: InboxRow = {
  of: "review",
  id: ids.id,
  reason: "approval",
  detail: "60 USD, above 50 USD",
  openedAt: AT,
  requestedBy: "Ada",
  decision: null,
  decidedBy: null,
  decidedAt: null,
  blocker: null,
  kind: "payout",
  subjectId: ids.subjectId,
  orderId: "payout-1",
  invoiceId: null,
  walletId: null,
  sentAmount: "60",
  commission: "1",
  debitedAmount: "61",
  fromCurrency: "USDT",
  address: "0x4",
  ...coin,
};

test.each([
  [CASE, "Late payment", "20", { href: `/invoices/${ids.invoiceId}`, label: "order-1" }],
  [
    { ...CASE, invoiceId: null, walletId: ids.walletId, orderId: null },
    "Late payment",
    "20",
    { href: `/wallets/${ids.walletId}`, label: "Static wallet" },
  ],
  [{ ...CASE, invoiceId: null }, "Late payment", "20", null],
  [REQUEST, "Refund request", "5", { href: `/invoices/${ids.invoiceId}`, label: "order-2" }],
  [REVIEW, "Payout: approval required", "60", { href: `/payouts/${ids.subjectId}`, label: "payout-1" }],
  [
    { ...REVIEW, kind: "refund", reason: "look_alike", invoiceId: ids.invoiceId, orderId: "order-3" },
    "Refund: look-alike address",
    "60",
    { href: `/invoices/${ids.invoiceId}`, label: "Refund of order-3" },
  ],
] as const satisfies readonly (readonly [InboxRow, string, string, object | null])[])(
  "a card says what waits, how much, since when, where, and what happens without a decision: %#",
  (row, title, amount, subject) => {
    const text = inboxText(row);
    expect(text).toMatchObject({ title, amount, subject, since: AT });
    expect(text.otherwise).toMatch(/^Until you decide, /);
  },
);

test("an approval names who asked for it", () => {
  expect(inboxText(REVIEW).explanation).toBe("60 USD, above 50 USD. Created by Ada.");
  expect(inboxText({ ...REVIEW, requestedBy: null }).explanation).toContain("by your shop, through the API");
});
