import type { Tx } from "@/lib/db";
import { type AccountName, merchantWallet, receivable, userReceivable, userWallet } from "@/lib/ledger/account";
import { lockBalance, readBalance } from "@/lib/ledger/repo";
import { Decimal, ZERO } from "@/lib/money/decimal";

/**
 * What a user may spend of a personal wallet: its balance less what the user owes in that currency from a share that was reversed.
 * Locked until the transaction ends; the caller has locked both accounts in their order.
 */
export async function lockSpendable(tx: Tx, userId: string, currency: string): Promise<Decimal> {
  const [wallet, debt] = [userWallet(userId, currency), userReceivable(userId, currency)];
  return (await readFunds(wallet, debt, (name) => lockBalance(tx, name))).spendable;
}

/** The same at a glance, for pages: it may be less a moment later. */
export async function readSpendable(tx: Tx, userId: string, currency: string): Promise<Decimal> {
  const [wallet, debt] = [userWallet(userId, currency), userReceivable(userId, currency)];
  return (await readFunds(wallet, debt, (name) => readBalance(tx, name))).spendable;
}

/**
 * The balance of a merchant's business wallet, and what of it may leave: all but what the merchant owes in that currency from a payment that
 * was reversed. Locked until the transaction ends; the caller has locked both accounts in their order.
 */
export function lockMerchantFunds(tx: Tx, merchantId: string, currency: string): Promise<LockedFunds> {
  const [wallet, debt] = [merchantWallet(merchantId, currency), receivable(merchantId, currency)];
  return readFunds(wallet, debt, (name) => lockBalance(tx, name));
}

export type LockedFunds = { readonly balance: Decimal; readonly spendable: Decimal };

async function readFunds(
  wallet: AccountName,
  debt: AccountName,
  read: (name: AccountName) => Promise<Decimal>,
): Promise<LockedFunds> {
  const balance = await read(wallet);
  // A receivable is below zero while it is owed.
  const owed = Decimal.max(ZERO, (await read(debt)).negated());
  return { balance, spendable: Decimal.max(ZERO, balance.minus(owed)) };
}
