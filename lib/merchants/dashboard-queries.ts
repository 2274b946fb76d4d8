import { loadCatalog } from "@/lib/catalog/queries";
import { AppError } from "@/lib/errors";
import { listMerchantBalances } from "@/lib/ledger/balances";
import { listApiKeys } from "@/lib/merchants/api-keys";
import type { ApiKeyView } from "@/lib/merchants/schema";
import type { WalletListView, WalletRowView } from "@/lib/merchants/wallet-schema";
import { Decimal, decimal } from "@/lib/money/decimal";
import { formatFiat } from "@/lib/money/format";
import { findUsdPrice } from "@/lib/rates/queries";

/** The merchant's balances, the most valuable first, with what they are worth now. */
export async function listWallets(merchantId: string): Promise<WalletListView> {
  const [balances, catalog] = await Promise.all([listMerchantBalances(merchantId), loadCatalog()]);
  const items = await Promise.all(
    balances.map(async ({ currency, balance }): Promise<WalletRowView> => {
      const usd = await worthInUsd(currency, balance);
      return { currency, name: catalog.currency(currency)?.name ?? currency, balance, usd };
    }),
  );
  items.sort((a, b) => decimal(b.usd ?? "0").comparedTo(a.usd ?? "0") || a.currency.localeCompare(b.currency));
  return {
    items,
    totalUsd: formatFiat(Decimal.sum("0", ...items.map((item) => item.usd ?? "0"))),
    isTotalWhole: items.every((item) => item.usd !== null),
  };
}

async function worthInUsd(currency: string, balance: string): Promise<string | null> {
  try {
    const { rate } = await findUsdPrice(currency);
    return formatFiat(decimal(balance).times(rate));
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
