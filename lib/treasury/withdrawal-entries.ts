import type { Tx } from "@/lib/db";
import { type AccountName, coldCustody, inFlightCustody, reserved } from "@/lib/ledger/account";
import type { LockedGroup } from "@/lib/ledger/lock-group";
import { postEntry } from "@/lib/ledger/post-entry";
import { sourceOf, type Withdrawal } from "@/lib/treasury/withdrawal";

/** What `settleWithdrawal` moves. */
export function movedBySettling(withdrawal: Withdrawal): LockedGroup {
  const { id, networkCode, currencyCode } = withdrawal;
  return { reference: id, accounts: [leavingTo(withdrawal), inFlightCustody(networkCode, currencyCode)] };
}

/** What `returnWithdrawal` moves. */
export function movedByReturning(withdrawal: Withdrawal): LockedGroup | null {
  const source = sourceOf(withdrawal);
  if (source === null) return null;
  return { reference: withdrawal.id, accounts: [reserved("", withdrawal.currencyCode), source] };
}

/** It arrived: what was reserved is gone from custody; on a cold address it still is ours. */
export async function settleWithdrawal(tx: Tx, withdrawal: Withdrawal): Promise<void> {
  const { id, networkCode, currencyCode, amount } = withdrawal;
  const legs = [{ debit: leavingTo(withdrawal), credit: inFlightCustody(networkCode, currencyCode), amount }];
  await postEntry(tx, { kind: "withdrawal.settle", reference: id, groupId: `withdrawal:${id}`, legs });
}

/** It will not arrive: back to the account that it was taken from. */
export async function returnWithdrawal(tx: Tx, withdrawal: Withdrawal): Promise<void> {
  const { id, currencyCode, amount } = withdrawal;
  const source = sourceOf(withdrawal);
  if (source === null) return;
  const legs = [{ debit: reserved("", currencyCode), credit: source, amount }];
  await postEntry(tx, { kind: "withdrawal.return", reference: id, groupId: `withdrawal:${id}`, legs });
}

function leavingTo(withdrawal: Withdrawal): AccountName {
  const { networkCode, currencyCode } = withdrawal;
  return sourceOf(withdrawal) === null ? coldCustody(networkCode, currencyCode) : reserved("", currencyCode);
}
