import { loadCatalog } from "@/lib/catalog/queries";
import { AppError } from "@/lib/errors";
import { type Holding, listMerchantHoldings, listUserHoldings } from "@/lib/ledger/holdings";
import { listApiKeys } from "@/lib/merchants/api-keys";
import type { ApiKeyView } from "@/lib/merchants/schema";
import type { WalletListView, WalletRowView } from "@/lib/merchants/wallet-schema";
import { Decimal, decimal } from "@/lib/money/decimal";
import { formatFiat } from "@/lib/money/format";
import { findUsdPrice } from "@/lib/rates/queries";

/** The merchant's balances, the most valuable first, with what they are worth now, and what is on its way in and out. */
export async function listWallets(merchantId: string): Promise<WalletListView> {
  return toWalletList(await listMerchantHoldings(merchantId));
}

/** The personal wallets of one user, likewise. */
export async function listPersonalWallets(userId: string): Promise<WalletListView> {
  return toWalletList(await listUserHoldings(userId));
}

async function toWalletList(holdings: readonly Holding[]): Promise<WalletListView> {
  const catalog = await loadCatalog();
  const items = await Promise.all(
    holdings.map(async ({ currency, ...held }): Promise<WalletRowView> => {
      const usd = await worthInUsd(currency, held.balance);
      return { currency, name: catalog.currency(currency)?.name ?? currency, ...inText(held), usd };
    }),
  );
  items.sort((a, b) => decimal(b.usd ?? "0").comparedTo(a.usd ?? "0") || a.currency.localeCompare(b.currency));
  return {
    items,
    totalUsd: formatFiat(Decimal.sum("0", ...items.map((item) => item.usd ?? "0"))),
    isTotalWhole: items.every((item) => item.usd !== null),
  };
}

function inText(held: Omit<Holding, "currency">) {
  return {
    balance: held.balance.toFixed(),
    spendable: held.spendable.toFixed(),
    reserved: held.reserved.toFixed(),
    held: held.held.toFixed(),
    pending: held.pending.toFixed(),
    owed: held.owed.toFixed(),
  };
}

async function worthInUsd(currency: string, balance: Decimal): Promise<string | null> {
  try {
    const { rate } = await findUsdPrice(currency);
    return formatFiat(balance.times(rate));
  } catch (error) {
    // A stale price hides the value, not the balance.
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** What a person may see of the merchant's keys, newest first. */
export async function listKeys(merchantId: string): Promise<ApiKeyView[]> {
  const keys = await listApiKeys(merchantId);
  return keys.map((key) => ({
    ...key,
    createdAt: key.createdAt.toISOString(),
    endsAt: key.endsAt?.toISOString() ?? null,
  }));
}
