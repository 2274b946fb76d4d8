import type { FoundView, SearchKind, SearchQuery } from "@/lib/fronts/dashboard/search-schema";
import { moneyText } from "@/lib/kernel/money/format";
import { listInvoices } from "@/lib/money-in/invoices/dashboard-queries";
import { listRecurrenceRows } from "@/lib/money-in/recurrences/dashboard-queries";
import { listWallets } from "@/lib/money-in/static-wallets/dashboard-queries";
import { listPayoutRows } from "@/lib/money-out/payouts/dashboard-queries";

/** Per kind: users who search for one object know its name well enough. */
const EACH_MAX = 5;

/**
 * Searches a merchant's invoices, static wallets, payouts and recurring payments by the same fields
 * as the lists; newest of each kind first.
 */
export async function searchObjects(merchantId: string, { q, kind }: SearchQuery): Promise<readonly FoundView[]> {
  const finders: Readonly<Record<SearchKind, () => Promise<readonly FoundView[]>>> = {
    invoice: () => findInvoices(merchantId, q),
    payout: () => findPayouts(merchantId, q),
    wallet: () => findWallets(merchantId, q),
    recurrence: () => findRecurrences(merchantId, q),
  };
  const chosen = kind === undefined ? Object.values(finders) : [finders[kind]];
  return (await Promise.all(chosen.map((find) => find()))).flat();
}

async function findInvoices(merchantId: string, q: string): Promise<readonly FoundView[]> {
  const { items } = await listInvoices(merchantId, { q });
  return items.slice(0, EACH_MAX).map(({ id, orderId, shown, amount, currency, createdAt }) => ({
    kind: "invoice",
    id,
    orderId,
    status: shown,
    detail: moneyText(amount, currency),
    currency,
    createdAt,
  }));
}

async function findPayouts(merchantId: string, q: string): Promise<readonly FoundView[]> {
  const { items } = await listPayoutRows(merchantId, { q });
  return items.slice(0, EACH_MAX).map(({ id, orderId, status, sentAmount, currency, networkName, createdAt }) => ({
    kind: "payout",
    id,
    orderId,
    status,
    detail: `${moneyText(sentAmount, currency)} on ${networkName}`,
    currency,
    createdAt,
  }));
}

async function findWallets(merchantId: string, q: string): Promise<readonly FoundView[]> {
  const { items } = await listWallets(merchantId, { q });
  return items.slice(0, EACH_MAX).map(({ id, orderId, status, currency, networkName, createdAt }) => ({
    kind: "wallet",
    id,
    orderId,
    status,
    detail: `${currency} on ${networkName}`,
    currency,
    createdAt,
  }));
}

async function findRecurrences(merchantId: string, q: string): Promise<readonly FoundView[]> {
  const { items } = await listRecurrenceRows(merchantId, { q });
  return items.slice(0, EACH_MAX).map(({ id, name, orderId, status, amount, currency, createdAt }) => ({
    kind: "recurrence",
    id,
    orderId: orderId ?? name,
    status,
    detail: moneyText(amount, currency),
    currency,
    createdAt,
  }));
}
