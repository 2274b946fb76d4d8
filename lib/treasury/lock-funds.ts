import type { Tx } from "@/lib/db";
import type { AccountName } from "@/lib/ledger/account";
import { lockBalance, readBalance } from "@/lib/ledger/repo";
import type { Decimal } from "@/lib/money/decimal";

/**
 * What the operator has on an account, with everybody kept out who would take from it in this way. Read after the lock, and not with
 * it: a row of the account that was made while this waited belongs to the sum.
 */
export async function lockFunds(tx: Tx, name: AccountName): Promise<Decimal> {
  await lockBalance(tx, name);
  return await readBalance(tx, name);
}
