import { z } from "zod";
import { invoiceRowView } from "@/lib/money-in/invoices/dashboard-schema";
import { walletListView } from "@/lib/people/merchants/wallet-schema";

const firstSteps = z.object({ hasInvoice: z.boolean(), hasWebhook: z.boolean(), hasPayout: z.boolean() });
export type FirstSteps = z.output<typeof firstSteps>;

/** What waits for a person. */
const attention = z.object({
  lateCases: z.int(),
  otherCases: z.int(),
  /** What payers ask to have back. */
  openRefundRequests: z.int(),
  failedWebhooks: z.int(),
  /** Payouts and refunds that wait for a decision of the merchant's own people. */
  openReviews: z.int(),
  waitingPayouts: z.int(),
  /** Networks whose hot wallet is short of gas; 0 for whoever is no operator. */
  lowGas: z.int(),
});
export type AttentionView = z.output<typeof attention>;

export const overviewView = z.object({
  wallets: walletListView,
  attention,
  newest: z.array(invoiceRowView),
  /** Null once all are done, and for a shop that is not new any more. */
  firstSteps: firstSteps.nullable(),
});
export type OverviewView = z.output<typeof overviewView>;
