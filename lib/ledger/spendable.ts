import type { Tx } from "@/lib/db";
import { type AccountName, userReceivable, userWallet } from "@/lib/ledger/account";
import { lockBalance, readBalance } from "@/lib/ledger/repo";
import { Decimal, ZERO } from "@/lib/money/decimal";

/**
 * What a user may spend of a personal wallet: its balance less what the user owes in that currency from a share that was reversed.
 * Locked until the transaction ends; the caller has locked both accounts in their order.
 */
export function lockSpendable(tx: Tx, userId: string, currency: string): Promise<Decimal> {
  return spendable(userId, currency, (name) => lockBalance(tx, name));
}

/** The same at a glance, for pages: it may be less a moment later. */
export function readSpendable(tx: Tx, userId: string, currency: string): Promise<Decimal> {
  return spendable(userId, currency, (name) => readBalance(tx, name));
}

async function spendable(
  userId: string,
  currency: string,
  read: (name: AccountName) => Promise<Decimal>,
): Promise<Decimal> {
  const balance = await read(userWallet(userId, currency));
  const owed = Decimal.max(ZERO, (await read(userReceivable(userId, currency))).negated());
  return Decimal.max(ZERO, balance.minus(owed));
}
