import { closeAnsweredRequests } from "@/lib/exceptions/refund-requests/close-answered-requests";
import { queueRefundSend, transitionRefund } from "@/lib/exceptions/refunds/begin-refund";
import { returnToBalance, returnToHeld, settleFunds } from "@/lib/exceptions/refunds/refund-funds";
import { type LockedRefund, lockRefund } from "@/lib/exceptions/refunds/refundable";
import { hasLiveLockedRefund, hasLivePaymentRefund } from "@/lib/exceptions/refunds/repo";
import { freeHolds, listReversedAmounts, markHoldsRefunded } from "@/lib/exceptions/refunds/wallet-holds-repo";
import type { Tx } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { type Decimal, sum, ZERO } from "@/lib/kernel/money/decimal";
import { reopenCase, updateCaseRefund } from "@/lib/money-in/cases/case";
import { assertRateStands } from "@/lib/money-in/conversions/outflow-conversion";
import { findConversionOf } from "@/lib/money-in/conversions/repo";
import { enqueueSettlements } from "@/lib/money-in/deposits/assign-address-repo";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { transitionInvoice } from "@/lib/money-in/invoices/transition-invoice";
import { insertEvent } from "@/lib/money-in/time-line/event";
import { returnOutflow } from "@/lib/people/guards/admit-outflow";
import { insertOutflowEvent } from "@/lib/people/guards/outflow-repo";
import { findSendOf } from "@/lib/sending/sends/repo";

/**
 * Marks a refund as paid once it has reached the address: updates the books and the payment, wallet
 * or case it belongs to.
 */
export async function settleRefund(tx: Tx, locked: LockedRefund, transactionId: string): Promise<void> {
  const { refund, opened } = locked;
  await transitionRefund(tx, refund, "paid", { transactionId });
  if (refund.kind === "wallet") await markHoldsRefunded(tx, refund.id);
  // If the deposit left its chain in the meantime, the case has already ended.
  if (opened?.status === "refunding")
    await updateCaseRefund(tx, opened.id, { status: "refunded", resolution: `Refunded to ${refund.address}` });
  await recordRefundOutcome(tx, locked, "refund-paid", { transactionId });
  if (locked.invoice !== null) await closeAnsweredRequests(tx, locked.invoice.id);
  await settleFunds(tx, refund);
}

/**
 * Fails a refund that will never reach the address or is not sent. The funds return to where they
 * were taken from and may be refunded again. `isCalledOff`: the failure was within the merchant's
 * control.
 */
export async function failRefund(
  tx: Tx,
  locked: LockedRefund,
  reason: string,
  how: { readonly isCalledOff: boolean } = { isCalledOff: false },
): Promise<void> {
  const { refund, wallet } = locked;
  await transitionRefund(tx, refund, "fail", { failure: reason });
  await returnOutflow(tx, "refund", refund.id);
  await recordRefundOutcome(tx, locked, "refund-failed", { reason });
  if (refund.kind === "payment") return await returnToBalance(tx, refund, how);
  if (refund.kind === "wallet") {
    const orphaned = sum(await listReversedAmounts(tx, refund.id));
    // An automatic retry would fail again.
    await freeHolds(tx, refund.id, wallet?.isForceRefund ? `The refund to ${refund.address} failed: ${reason}` : null);
    return await returnToHeld(tx, refund, orphaned);
  }
  await returnToHeld(tx, refund, await giveCaseBack(tx, locked, reason));
}

/** Returns how much of the refund no longer has a deposit. */
async function giveCaseBack(tx: Tx, { refund, opened }: LockedRefund, reason: string): Promise<Decimal> {
  if (opened?.status !== "refunding") return refund.amount;
  await reopenCase(tx, opened.id, { resolution: `The refund failed: ${reason}` });
  return ZERO;
}

async function recordRefundOutcome(
  tx: Tx,
  locked: LockedRefund,
  kind: "refund-paid" | "refund-failed",
  detail: Readonly<Record<string, string>>,
): Promise<void> {
  const { refund, invoice } = locked;
  if (invoice === null) return;
  const { id, currencyCode: currency, amount } = refund;
  await insertEvent(tx, invoice.id, kind, { refund: id, currency, amount: amount.toFixed(), ...detail });
  // The other deposits of the invoice can now settle it.
  if (invoice.status === "locked") await enqueueSettlements(tx, [{ ownerKind: "invoice", ownerId: invoice.id }]);
  if (await isDecidedByIt(tx, locked, invoice))
    await transitionInvoice(tx, invoice, kind === "refund-paid" ? "refund_paid" : "refund_fail");
}

/**
 * Returns whether the payment's status follows this refund: its own refund, or that of its locked
 * deposit (the last one if there are several). A refund of any other case does not affect the
 * payment.
 */
async function isDecidedByIt(tx: Tx, { refund, opened }: LockedRefund, invoice: Invoice): Promise<boolean> {
  if (invoice.status !== "refund_process") return false;
  if (refund.kind === "payment") return true;
  if (opened?.kind !== "locked" || (await hasLivePaymentRefund(tx, invoice.id))) return false;
  return !(await hasLiveLockedRefund(tx, invoice.id, refund.id));
}

/**
 * Queues the send of a refund once everything it waited for is approved. Runs in the transaction of
 * the last decision.
 * @throws AppError `refused` when it no longer waits for a decision; `refused` or `unavailable`
 *   when it was converted and the rate is no longer valid
 */
export async function releaseRefund(tx: Tx, refundId: string): Promise<void> {
  const { refund } = await lockWaiting(tx, refundId);
  const conversion = await findConversionOf(tx, "refund", refundId);
  if (conversion !== null) await assertRateStands(tx, conversion, refund.createdAt);
  await queueRefundSend(tx, await transitionRefund(tx, refund, "process"));
}

/**
 * Refuses a refund and returns the funds to where they were taken from. `isCalledOff`: a user of
 * the merchant refused it.
 * @throws AppError `refused` when it no longer waits for a decision
 */
export async function refuseRefund(
  tx: Tx,
  refundId: string,
  { reason, isCalledOff = false }: { readonly reason: string; readonly isCalledOff?: boolean },
): Promise<void> {
  const locked = await lockWaiting(tx, refundId);
  await insertOutflowEvent(tx, { kind: "refund", subjectId: refundId }, "failed", { reason });
  await failRefund(tx, locked, reason, { isCalledOff });
}

/** A refund that already has a send waits for something other than a decision. */
async function lockWaiting(tx: Tx, refundId: string): Promise<LockedRefund> {
  const locked = await lockRefund(tx, refundId);
  if (locked.refund.status !== "check" || (await findSendOf(tx, "refund", refundId)) !== null)
    throw new AppError("refused", "This refund no longer needs a decision");
  return locked;
}
