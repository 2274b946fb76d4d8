import type { LockedCase } from "@/lib/cases/lock-case";
import type { Tx } from "@/lib/db";
import { inclusionReference } from "@/lib/deposits/deposit";
import { heldFunds, invoicePending } from "@/lib/ledger/account";
import { postEntry } from "@/lib/ledger/post-entry";

/** Gives the deposit of a case to the invoice or wallet that it came for, which is settled with it from then on. */
export async function passToPending(
  tx: Tx,
  { opened, deposit }: Pick<LockedCase, "opened" | "deposit">,
  merchantId: string,
): Promise<void> {
  const { id, currencyCode, amount } = opened;
  const reference = inclusionReference({ id }, deposit.bookedInclusion ?? deposit.inclusion);
  const [debit, credit] = [heldFunds(merchantId, currencyCode), invoicePending(merchantId, currencyCode)];
  const legs = [{ debit, credit, amount }];
  await postEntry(tx, { kind: "case.credit", reference, groupId: `case:${reference}`, legs });
}
