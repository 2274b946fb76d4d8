import { z } from "zod";
import { invoiceRowView } from "@/lib/money-in/invoices/dashboard-schema";
import { walletListView } from "@/lib/people/merchants/wallet-schema";

const firstSteps = z.object({ hasInvoice: z.boolean(), hasWebhook: z.boolean(), hasPayout: z.boolean() });
export type FirstSteps = z.output<typeof firstSteps>;

/** Items that need a user's attention. */
const attention = z.object({
  lateCases: z.int(),
  otherCases: z.int(),
  /** Refund requests of payers. */
  openRefundRequests: z.int(),
  failedWebhooks: z.int(),
  /** Payouts and refunds waiting for a decision by the merchant's own users. */
  openReviews: z.int(),
  waitingPayouts: z.int(),
  /** Networks whose hot wallet is low on gas; 0 for anybody but operators. */
  lowGas: z.int(),
});
export type AttentionView = z.output<typeof attention>;

export const overviewView = z.object({
  wallets: walletListView,
  attention,
  newest: z.array(invoiceRowView),
  /** Null once all steps are done, or when the shop is no longer new. */
  firstSteps: firstSteps.nullable(),
});
export type OverviewView = z.output<typeof overviewView>;
