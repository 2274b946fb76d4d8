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
  /** The operator is told of the installation as well. */
  readonly isOperator: boolean;
};

/**
 * What stands now, of what a merchant wants to see first thing in the morning; the figures of a
 * range are asked for apart.
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
  // Counted one after the other: a case that was decided in between must not make it less than
  // none.
  const otherCases = Math.max(0, cases - lateCases);
  return { lateCases, otherCases, openRefundRequests, failedWebhooks, ...waiting, lowGas };
}

/** Whoever has worked with it so long knows where things are, whatever of it they use. */
const NEW_DAYS = 30;
const DAY_MS = 86_400_000;

/**
 * What a new merchant has done of what makes a shop ready, from what is there; null once it is all
 * done, or the shop no longer new.
 */
async function readFirstSteps(merchantId: string, now: Date): Promise<FirstSteps | null> {
  const firstInvoiceAt = await findFirstInvoiceAt(merchantId);
  if (firstInvoiceAt !== null && now.getTime() - firstInvoiceAt.getTime() > NEW_DAYS * DAY_MS) return null;
  const [hasWebhook, hasPayout] = await Promise.all([hasReceivedWebhook(merchantId), hasPaidOut(merchantId)]);
  const steps = { hasInvoice: firstInvoiceAt !== null, hasWebhook, hasPayout };
  return Object.values(steps).every(Boolean) ? null : steps;
}

/** Open cases that came too late for their invoice. */
function countLateCases(merchantId: string): Promise<number> {
  return database().case.count({ where: { merchantId, status: "open", kind: "late" } });
}

/** Networks whose hot wallet is short of gas. */
function countLowGas(): Promise<number> {
  return database().alarm.count({ where: { kind: "gas-low", clearedAt: null } });
}

/** When a merchant asked for the first payment; null: never yet. */
async function findFirstInvoiceAt(merchantId: string): Promise<Date | null> {
  const first = await database().invoice.findFirst({
    where: { merchantId, walletId: null },
    orderBy: { createdAt: "asc" },
    select: { createdAt: true },
  });
  return first?.createdAt ?? null;
}

/**
 * Whether a receiver of the merchant has ever answered a webhook as it should, a test's or a real
 * one.
 */
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

/** Whether a merchant has ever ordered a payout. */
async function hasPaidOut(merchantId: string): Promise<boolean> {
  return (await database().payout.findFirst({ where: { merchantId }, select: { id: true } })) !== null;
}
