import type { Tx } from "@/lib/kernel/db";
import { type AccountName, heldFunds, receivable } from "@/lib/ledger/account";
import { closeCase, findCaseCredit, type OpenedCase } from "@/lib/money-in/cases/case";
import { reversePaymentCredit } from "@/lib/money-in/credits/reverse-payment-credit";
import { type Deposit, inclusionReference } from "@/lib/money-in/deposits/deposit";
import { closeWhereDecided } from "@/lib/money-in/questionnaires/repo";

/**
 * Ends the case of a deposit that left its chain and reverses what the case credited. Returns the
 * account that now holds the deposit's value: `movedTo` if an accepted case had moved it there,
 * else the held funds. If a refund has used those funds, the value is a receivable, because the
 * gateway pays the refund from its own funds. The debtor is the merchant, or nobody for the
 * operator's cases.
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
      // Empty when all of it was commission: no wallet is touched then.
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
