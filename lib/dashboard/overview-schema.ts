import { z } from "zod";
import { invoiceRowView, volumeView } from "@/lib/invoices/dashboard-schema";
import { walletListView } from "@/lib/merchants/wallet-schema";

export const overviewView = z.object({
  wallets: walletListView,
  volumes: z.array(volumeView),
  openCases: z.int(),
  /** What payers ask to have back. */
  openRefundRequests: z.int(),
  failedWebhooks: z.int(),
  /** Payouts and refunds that wait for a decision of the merchant's own people. */
  openReviews: z.int(),
  waitingPayouts: z.int(),
  newest: z.array(invoiceRowView),
});
export type OverviewView = z.output<typeof overviewView>;
