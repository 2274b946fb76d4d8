import { database } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { Decimal, decimal } from "@/lib/kernel/money/decimal";
import { formatFiat } from "@/lib/kernel/money/format";
import { type Holding, listMerchantHoldings, listUserHoldings } from "@/lib/ledger/holdings";
import { listApiKeys } from "@/lib/people/keys/api-keys";
import { selectMerchantNames, selectMerchantSettings } from "@/lib/people/merchants/merchants-repo";
import type { ApiKeyView, MerchantSettingsView } from "@/lib/people/merchants/schema";
import type { WalletListView, WalletRowView } from "@/lib/people/merchants/wallet-schema";
import { loadCatalog } from "@/lib/pricing/catalog/queries";
import { findUsdPrice } from "@/lib/pricing/rates/queries";

/** @throws AppError `not_found` */
export async function getMerchantSettings(merchantId: string): Promise<MerchantSettingsView> {
  const settings = await selectMerchantSettings(database(), merchantId);
  if (settings === null) throw new AppError("not_found", "Merchant not found.");
  return settings;
}

/** Lists every merchant of the installation by name, for the operator alone. */
export function listMerchantNames(): Promise<{ id: string; name: string }[]> {
  return selectMerchantNames(database());
}

/**
 * Lists the merchant's balances, most valuable first, with their current value, and amounts in
 * transit.
 */
export async function listWallets(merchantId: string): Promise<WalletListView> {
  return toWalletList(await listMerchantHoldings(merchantId));
}

/** Lists the personal wallets of one user in the same way. */
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

/** Lists what a person may see of the merchant's keys, newest first. */
export async function listKeys(merchantId: string): Promise<ApiKeyView[]> {
  const keys = await listApiKeys(merchantId);
  return keys.map((key) => ({
    ...key,
    createdAt: key.createdAt.toISOString(),
    endsAt: key.endsAt?.toISOString() ?? null,
  }));
}
