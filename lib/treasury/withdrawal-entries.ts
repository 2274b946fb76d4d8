import type { Tx } from "@/lib/db";
import { coldCustody, inFlightCustody, reserved } from "@/lib/ledger/account";
import { postEntry } from "@/lib/ledger/post-entry";
import { sourceOf, type Withdrawal } from "@/lib/treasury/withdrawal";

/** It arrived: what was reserved is gone from custody; on a cold address it still is ours. */
export async function settleWithdrawal(tx: Tx, withdrawal: Withdrawal): Promise<void> {
  const { id, networkCode, currencyCode, amount } = withdrawal;
  const debit = sourceOf(withdrawal) === null ? coldCustody(networkCode, currencyCode) : reserved("", currencyCode);
  const legs = [{ debit, credit: inFlightCustody(networkCode, currencyCode), amount }];
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
