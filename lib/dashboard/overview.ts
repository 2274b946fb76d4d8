import { countCases } from "@/lib/cases/dashboard-queries";
import type { OverviewView } from "@/lib/dashboard/overview-schema";
import { listInvoices, listVolumes } from "@/lib/invoices/dashboard-queries";
import { listWallets } from "@/lib/merchants/dashboard-queries";
import { countWaiting } from "@/lib/payouts/dashboard-reviews";
import { countOpenRequests } from "@/lib/refund-requests/dashboard-queries";
import { countGivenUp } from "@/lib/webhooks/dashboard-queries";

const WINDOWS_DAYS = [1, 7, 30];
const NEWEST_SHOWN = 6;

/** What a merchant wants to see first thing in the morning. */
export async function readOverview(merchantId: string, now: Date): Promise<OverviewView> {
  const [wallets, volumes, openCases, openRefundRequests, failedWebhooks, waiting, page] = await Promise.all([
    listWallets(merchantId),
    listVolumes(merchantId, WINDOWS_DAYS, now),
    countCases(merchantId),
    countOpenRequests(merchantId),
    countGivenUp(merchantId, now),
    countWaiting(merchantId),
    listInvoices(merchantId, {}),
  ]);
  const newest = page.items.slice(0, NEWEST_SHOWN);
  return { wallets, volumes, openCases, openRefundRequests, failedWebhooks, ...waiting, newest };
}
