import { merchantWallet, receivable } from "@/lib/ledger/account";
import { findBalance, listMerchantBalances } from "@/lib/ledger/balances";
import type { Merchant } from "@/lib/merchants/merchant";
import { Decimal, ZERO } from "@/lib/money/decimal";

/** A merchant's business wallet in one currency. */
export type Funds = {
  /** Whether there is one: a balance was held once, or the merchant's settings take the currency. */
  readonly hasWallet: boolean;
  readonly balance: Decimal;
  /** The balance without what the merchant owes from a reversed payment: money out waits for that. */
  readonly spendable: Decimal;
};

/** Reads three balances; nothing is locked, so it is for judging and showing, not for taking. */
export async function findFunds(merchant: Merchant, currency: string): Promise<Funds> {
  const [balance, owed, wallets] = await Promise.all([
    findBalance(merchantWallet(merchant.id, currency)),
    findBalance(receivable(merchant.id, currency)),
    listMerchantBalances(merchant.id),
  ]);
  const wasUsed = wallets.some((wallet) => wallet.currency === currency);
  const isTaken = merchant.acceptedCoins?.some((coin) => coin.currency === currency) ?? true;
  // A receivable is below zero while it is owed.
  return { hasWallet: wasUsed || isTaken, balance, spendable: balance.plus(Decimal.min(owed, ZERO)) };
}
