import { findStandingCaseRefund } from "@/lib/exceptions/refunds/repo";
import { raiseAlarm } from "@/lib/kernel/alarms/raise-alarm";
import { type Tx, withTransaction } from "@/lib/kernel/db";
import { heldFunds, receivable } from "@/lib/ledger/account";
import { findCasesOfDeposits, findVoidCase, openCase, updateCaseRefund } from "@/lib/money-in/cases/case";
import { reverseCase } from "@/lib/money-in/cases/reverse-case";
import { type Deposit, isConfirmable } from "@/lib/money-in/deposits/deposit";
import { bookDeposit, evaluateDust, screenDeposit, unbookDeposit } from "@/lib/money-in/deposits/evaluate-deposit";
import { lockDeposit, markConfirmed, readDepths } from "@/lib/money-in/deposits/repo";
import { loadCatalog } from "@/lib/pricing/catalog/queries";

/**
 * Settles a deposit to an unassigned address: books it as held funds and opens a case for the
 * operator, marked as locked if a screening list names the sender. If such a deposit was sent back,
 * left its chain and was included again, it offsets what the gateway paid out of its own funds.
 * Safe to repeat.
 */
export async function settleUnmatched(depositId: string): Promise<void> {
  const catalog = await loadCatalog();
  await withTransaction(async (tx) => {
    const seen = await lockDeposit(tx, depositId);
    if (seen === null || seen.ownerId !== null) return;
    if (seen.status === "vanished" && seen.bookedInclusion !== null && seen.reversalApprovedAt !== null) {
      return await reverse(tx, seen);
    }
    const depths = await readDepths(tx);
    if (!isConfirmable(seen, depths.get(seen.networkCode))) return;
    if (seen.bookedInclusion !== null) return markConfirmed(tx, seen.id);
    const deposit = await evaluateDust(tx, catalog, seen);
    if (await takeForSentBack(tx, deposit)) return;
    await bookDeposit(tx, deposit, heldFunds("", deposit.currencyCode));
    const { currencyCode, networkCode } = deposit;
    const amount = deposit.amount.toFixed();
    const { isHit } = await screenDeposit(tx, catalog, deposit);
    await openCase(tx, {
      merchantId: null,
      kind: isHit ? "locked" : "unmatched",
      depositId,
      invoiceId: null,
      currencyCode,
      networkCode,
      amount,
    });
  });
}

async function reverse(tx: Tx, deposit: Deposit): Promise<void> {
  const opened = (await findCasesOfDeposits(tx, [deposit.id])).get(deposit.id);
  const held = heldFunds("", deposit.currencyCode);
  await unbookDeposit(tx, deposit, opened ? await reverseCase(tx, opened, deposit, null) : held);
  await raiseAlarm(tx, {
    kind: "deposit-reversed",
    subject: deposit.id,
    message: `Unmatched deposit ${deposit.transactionId} left its chain`,
  });
}

/**
 * Handles a deposit that was sent back, or is being sent back, and then left its chain, which was
 * booked as a receivable without a debtor: the returning deposit offsets it, and the case continues
 * as if the deposit had never left.
 */
async function takeForSentBack(tx: Tx, deposit: Deposit): Promise<boolean> {
  const caseId = await findVoidCase(tx, deposit.id);
  const refund = caseId === null ? null : await findStandingCaseRefund(tx, caseId);
  if (caseId === null || refund === null) return false;
  await bookDeposit(tx, deposit, receivable("", deposit.currencyCode));
  const status = refund.isPaid ? "refunded" : "refunding";
  await updateCaseRefund(tx, caseId, { status, resolution: "Sent back; the deposit left its chain and came again" });
  return true;
}
