import { countGivenUp } from "@/lib/delivery/webhooks/queries";
import { countCases } from "@/lib/exceptions/case-list/dashboard-queries";
import { countOpenRequests } from "@/lib/exceptions/refund-requests/dashboard-queries";
import { readFirstSteps } from "@/lib/fronts/dashboard/first-steps";
import { countLateCases, countLowGas } from "@/lib/fronts/dashboard/overview-repo";
import type { HandsView, OverviewView } from "@/lib/fronts/dashboard/overview-schema";
import { listInvoices } from "@/lib/money-in/invoices/dashboard-queries";
import { countWaiting } from "@/lib/money-out/payouts/dashboard-reviews";
import { listWallets } from "@/lib/people/settings/settings-queries";

const NEWEST_SHOWN = 6;

export type OverviewFor = {
  readonly merchantId: string;
  /** The operator is told of the installation as well. */
  readonly isOperator: boolean;
};

/** What stands now, of what a merchant wants to see first thing in the morning; the figures of a range are asked for apart. */
export async function readOverview({ merchantId, isOperator }: OverviewFor, now: Date): Promise<OverviewView> {
  const [wallets, hands, page, firstSteps] = await Promise.all([
    listWallets(merchantId),
    readHands(merchantId, isOperator, now),
    listInvoices(merchantId, {}),
    readFirstSteps(merchantId, now),
  ]);
  return { wallets, hands, newest: page.items.slice(0, NEWEST_SHOWN), firstSteps };
}

async function readHands(merchantId: string, isOperator: boolean, now: Date): Promise<HandsView> {
  const [cases, lateCases, openRefundRequests, failedWebhooks, waiting, lowGas] = await Promise.all([
    countCases(merchantId),
    countLateCases(merchantId),
    countOpenRequests(merchantId),
    countGivenUp(merchantId, now),
    countWaiting(merchantId),
    isOperator ? countLowGas() : 0,
  ]);
  // Counted one after the other: a case that was decided in between must not make it less than none.
  const otherCases = Math.max(0, cases - lateCases);
  return { lateCases, otherCases, openRefundRequests, failedWebhooks, ...waiting, lowGas };
}
