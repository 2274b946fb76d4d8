import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type { RefundRequestRow } from "../../lib/exceptions/refund-requests/schema";
import type { RefundPreview } from "../../lib/exceptions/refunds/dashboard-schema";

/**
 * Refund requests in every state that a merchant sees, with maximum-length texts: a real one takes
 * a payment, a mail and a decision each.
 */

const ADDRESS = "0x52908400098527886E0F7030069857D2E4169EE7";
const RETURNS =
  "https://shop.example/returns/a-very-long-address-without-a-blank-in-it-that-nobody-would-ever-type-by-hand";
const REASON = "The goods left our warehouse on Tuesday, so we cannot send the money back before they are here again.";
const LONG_NOTE = `${REASON} ${REASON} ${REASON} ${RETURNS}`;

const WAITING: RefundRequestRow = {
  id: randomUUID(),
  invoiceId: randomUUID(),
  orderId:
    "2026-11-21_a-long-order-id-as-shops-make-them-of-everything-they-know-about-it_000000000000000000000001234567",
  kind: "short",
  status: "confirmed",
  amount: "1249.500000000000000001",
  currency: "USDT",
  networkName: "BNB Smart Chain",
  address: ADDRESS,
  addressUrl: `https://bscscan.com/address/${ADDRESS}`,
  proof: "email",
  note: null,
  failure: null,
  createdAt: "2026-11-21T09:30:00.000Z",
  decidedAt: null,
  decidedBy: null,
};
const DECIDED = { decidedAt: "2026-11-21T10:02:00.000Z", decidedBy: "Vera Lindqvist" };

export const MADE_UP_REQUESTS: readonly RefundRequestRow[] = [
  WAITING,
  {
    ...WAITING,
    id: randomUUID(),
    kind: "case",
    proof: "signature",
    amount: "0.01",
    currency: "ETH",
    networkName: "Ethereum",
    orderId: "1234",
    failure:
      "There is not enough in your balance: 0.004211 ETH are missing. Today's limit of 500 USD is used up as well.",
  },
  {
    ...WAITING,
    ...DECIDED,
    id: randomUUID(),
    status: "approved",
    kind: "surplus",
    amount: "2",
    orderId: "1235",
    note: "Sorry about that.",
  },
  { ...WAITING, ...DECIDED, id: randomUUID(), status: "approved", kind: "surplus", amount: "2", decidedBy: null },
  { ...WAITING, ...DECIDED, id: randomUUID(), status: "refused", kind: "case", proof: "signature", note: LONG_NOTE },
];

/** Of the first one, when the balance is slightly too low and the address resembles another. */
const PREVIEW: RefundPreview = {
  amount: "1249.5",
  sentAmount: "1248.71",
  commission: "0.79",
  currency: "USDT",
  networkName: "BNB Smart Chain",
  address: ADDRESS,
  fromCurrency: "USDT",
  debitedAmount: "1249.5",
  missing: "311.204",
  lookAlike: "0x52908400098527886E0F7030069857D2E41aa9e7",
  approval: "Worth 1,200.00 USD: approval is required above 1,000.00 USD",
  suggestedAddress: null,
  doubt: null,
  convertedDeposits: [
    { id: randomUUID(), amount: "0.0152", currency: "ETH", networkName: "Ethereum", counted: "30.4" },
    { id: randomUUID(), amount: "1000", currency: "USDT", networkName: "TRON", counted: "1000" },
  ],
};

/** Mocks the pages' queries about refund requests with these. */
export async function showRequests(page: Page, items: readonly RefundRequestRow[] = MADE_UP_REQUESTS): Promise<void> {
  await page.route("**/api/rpc/cases.list*", (route) => {
    const open = items.filter(({ status }) => status === "confirmed").map((row) => ({ of: "request", ...row }));
    return route.fulfill({ json: { items: open, firstCursor: null, nextCursor: null } });
  });
  await page.route("**/api/rpc/refundRequests.ofInvoice*", (route) => route.fulfill({ json: { items } }));
  await page.route("**/api/rpc/refundRequests.preview*", (route) => route.fulfill({ json: PREVIEW }));
}
