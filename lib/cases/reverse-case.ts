import type { OpenedCase } from "@/lib/cases/case";
import { findCaseCredit } from "@/lib/cases/credits-repo";
import { closeCase } from "@/lib/cases/repo";
import type { Tx } from "@/lib/db";
import { type Deposit, inclusionReference } from "@/lib/deposits/deposit";
import { type AccountName, heldFunds } from "@/lib/ledger/account";
import { reverseMerchantCredit } from "@/lib/ledger/credit-merchant";

/**
 * Ends the case of a deposit that left its chain, taking back what the case had credited. Answers the account in which the deposit's
 * value now stands: `movedTo` when an accepted case had passed it on to there, else the held funds.
 */
export async function reverseCase(
  tx: Tx,
  opened: OpenedCase,
  deposit: Deposit,
  movedTo: AccountName | null,
): Promise<AccountName> {
  const held = heldFunds(opened.merchantId ?? "", opened.currencyCode);
  const wasCredited = opened.status === "credited";
  if (wasCredited && movedTo === null) {
    const reference = inclusionReference({ id: opened.id }, deposit.bookedInclusion ?? deposit.inclusion);
    const { merchantId, commission } = await findCaseCredit(tx, reference);
    await reverseMerchantCredit(
      tx,
      {
        kind: "case.credit-reverse",
        reference,
        groupId: `case:${reference}`,
        // None when the whole of it was commission: then no wallet is touched.
        merchantId: merchantId ?? "",
        currency: opened.currencyCode,
        amount: opened.amount,
        commission,
      },
      held,
    );
  }
  await closeCase(tx, opened.id, { status: "void", resolution: "The deposit left its chain", closedById: null });
  return wasCredited && movedTo !== null ? movedTo : held;
}
