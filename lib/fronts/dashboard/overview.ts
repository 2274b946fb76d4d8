import { countGivenUp } from "@/lib/delivery/webhooks/queries";
import { countCases } from "@/lib/exceptions/case-list/dashboard-queries";
import { countOpenRequests } from "@/lib/exceptions/refund-requests/dashboard-queries";
import type { AttentionView, FirstSteps, OverviewView } from "@/lib/fronts/dashboard/overview-schema";
import { database } from "@/lib/kernel/db";
import { listInvoices } from "@/lib/money-in/invoices/dashboard-queries";
import { countWaiting } from "@/lib/money-out/payouts/dashboard-reviews";
import { listWallets } from "@/lib/people/settings/settings-queries";

const NEWEST_SHOWN = 6;

export type OverviewFor = {
  readonly merchantId: string;
  /** Operators also see the state of the installation. */
  readonly isOperator: boolean;
};

/**
 * Returns a merchant's current state for the overview page; statistics of a range are fetched
 * separately.
 */
export async function readOverview({ merchantId, isOperator }: OverviewFor, now: Date): Promise<OverviewView> {
  const [wallets, attention, page, firstSteps] = await Promise.all([
    listWallets(merchantId),
    readAttention(merchantId, isOperator, now),
    listInvoices(merchantId, {}),
    readFirstSteps(merchantId, now),
  ]);
  return { wallets, attention, newest: page.items.slice(0, NEWEST_SHOWN), firstSteps };
}

async function readAttention(merchantId: string, isOperator: boolean, now: Date): Promise<AttentionView> {
  const [cases, lateCases, openRefundRequests, failedWebhooks, waiting, lowGas] = await Promise.all([
    countCases(merchantId),
    countLateCases(merchantId),
    countOpenRequests(merchantId),
    countGivenUp(merchantId, now),
    countWaiting(merchantId),
    isOperator ? countLowGas() : 0,
  ]);
  // The counts are not read atomically: a case decided in between must not make this negative.
  const otherCases = Math.max(0, cases - lateCases);
  return { lateCases, otherCases, openRefundRequests, failedWebhooks, ...waiting, lowGas };
}

/** After this long the merchant knows the product, whichever parts of it they use. */
const NEW_DAYS = 30;
const DAY_MS = 86_400_000;

/**
 * Derives a new merchant's completed first steps from existing data; null once all are done, or the
 * shop is no longer new.
 */
async function readFirstSteps(merchantId: string, now: Date): Promise<FirstSteps | null> {
  const firstInvoiceAt = await findFirstInvoiceAt(merchantId);
  if (firstInvoiceAt !== null && now.getTime() - firstInvoiceAt.getTime() > NEW_DAYS * DAY_MS) return null;
  const [hasWebhook, hasPayout] = await Promise.all([hasReceivedWebhook(merchantId), hasPaidOut(merchantId)]);
  const steps = { hasInvoice: firstInvoiceAt !== null, hasWebhook, hasPayout };
  return Object.values(steps).every(Boolean) ? null : steps;
}

/** Returns the number of open cases with a payment too late for its invoice. */
function countLateCases(merchantId: string): Promise<number> {
  return database().case.count({ where: { merchantId, status: "open", kind: "late" } });
}

/** Returns the number of networks whose hot wallet is low on gas. */
function countLowGas(): Promise<number> {
  return database().alarm.count({ where: { kind: "gas-low", clearedAt: null } });
}

/** Returns when a merchant created its first invoice; null: never. */
async function findFirstInvoiceAt(merchantId: string): Promise<Date | null> {
  const first = await database().invoice.findFirst({
    where: { merchantId, walletId: null },
    orderBy: { createdAt: "asc" },
    select: { createdAt: true },
  });
  return first?.createdAt ?? null;
}

/** Whether a receiver of the merchant has ever accepted a webhook, test or real. */
async function hasReceivedWebhook(merchantId: string): Promise<boolean> {
  const [test, delivery] = await Promise.all([
    database().webhookTest.findFirst({
      where: { merchantId, httpStatus: { gte: 200, lt: 300 } },
      select: { id: true },
    }),
    database().webhookDelivery.findFirst({ where: { merchantId, state: "delivered" }, select: { id: true } }),
  ]);
  return test !== null || delivery !== null;
}

/** Whether a merchant has ever created a payout. */
async function hasPaidOut(merchantId: string): Promise<boolean> {
  return (await database().payout.findFirst({ where: { merchantId }, select: { id: true } })) !== null;
}
