import type { Tx } from "@/lib/kernel/db";
import { type AccountName, heldFunds, receivable } from "@/lib/ledger/account";
import { closeCase, findCaseCredit, type OpenedCase } from "@/lib/money-in/cases/case";
import { reversePaymentCredit } from "@/lib/money-in/credits/reverse-payment-credit";
import { type Deposit, inclusionReference } from "@/lib/money-in/deposits/deposit";
import { closeWhereDecided } from "@/lib/money-in/questionnaires/repo";

/**
 * Ends the case of a deposit that left its chain, taking back what the case had credited. Answers
 * the account in which the deposit's value now stands: `movedTo` when an accepted case had passed
 * it on to there, else the held funds. What a refund has taken of these is owed to the gateway,
 * which sends it, or sent it, out of its own: by the merchant, or by nobody for the operator's.
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
    await reversePaymentCredit(tx, {
      // None when the whole of it was commission: then no wallet is touched.
      merchantId: merchantId ?? "",
      invoiceId: opened.invoiceId,
      item: {
        kind: "case.credit",
        reference,
        groupId: `case:${reference}`,
        currency: opened.currencyCode,
        amount: opened.amount,
        commission,
        to: held,
      },
    });
  }
  const wasRefunded = opened.status === "refunding" || opened.status === "refunded";
  await closeCase(tx, opened.id, {
    status: "void",
    resolution: "The payment is no longer on the chain",
    closedById: null,
  });
  if (opened.invoiceId !== null) await closeWhereDecided(tx, opened.invoiceId);
  if (wasRefunded) return receivable(opened.merchantId ?? "", opened.currencyCode);
  return wasCredited && movedTo !== null ? movedTo : held;
}
