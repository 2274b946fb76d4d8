import { database } from "@/lib/db";
import type { AccountName } from "@/lib/ledger/account";
import { listOwnerBalances, readBalance } from "@/lib/ledger/repo";
import type { Decimal } from "@/lib/money/decimal";

export type WalletBalance = { readonly currency: string; readonly balance: string };

/** A merchant's business wallets, one per currency ever credited; exact decimal strings. */
export async function listMerchantBalances(merchantId: string): Promise<WalletBalance[]> {
  return toWalletBalances(await listOwnerBalances("merchant", merchantId));
}

/** A user's personal wallets. */
export async function listUserBalances(userId: string): Promise<WalletBalance[]> {
  return toWalletBalances(await listOwnerBalances("user", userId));
}

/** What an account holds now, in its normal direction. */
export function findBalance(name: AccountName): Promise<Decimal> {
  return readBalance(database(), name);
}

function toWalletBalances(rows: readonly { currency: string; balance: Decimal }[]): WalletBalance[] {
  return rows.map((row) => ({ currency: row.currency, balance: row.balance.toFixed() }));
}
