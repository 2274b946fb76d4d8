import { reopenCase, updateCaseRefund } from "@/lib/cases/repo";
import type { Tx } from "@/lib/db";
import { enqueueSettlements } from "@/lib/deposits/jobs";
import { returnOutflow } from "@/lib/guards/admit-outflow";
import type { Invoice } from "@/lib/invoices/invoice";
import { insertEvent } from "@/lib/invoices/repo";
import { transitionInvoice } from "@/lib/invoices/transition-invoice";
import { type Decimal, ZERO } from "@/lib/money/decimal";
import { sum } from "@/lib/money/sum";
import { closeAnsweredRequests } from "@/lib/refund-requests/close-answered-requests";
import type { LockedRefund } from "@/lib/refunds/lock-refund";
import { returnToBalance, returnToHeld, settleFunds } from "@/lib/refunds/refund-funds";
import { hasLiveLockedRefund, hasLivePaymentRefund } from "@/lib/refunds/repo";
import { transitionRefund } from "@/lib/refunds/transition-refund";
import { freeHolds, listReversedAmounts, markHoldsRefunded } from "@/lib/refunds/wallet-holds-repo";

/** It has reached the address: the books, and what it was of, say so. */
export async function settleRefund(tx: Tx, locked: LockedRefund, transactionId: string): Promise<void> {
  const { refund, opened } = locked;
  await transitionRefund(tx, refund, "paid", { transactionId });
  if (refund.kind === "wallet") await markHoldsRefunded(tx, refund.id);
  // Its deposit may have left the chain meanwhile: then the case has ended with that.
  if (opened?.status === "refunding")
    await updateCaseRefund(tx, opened.id, { status: "refunded", resolution: `Refunded to ${refund.address}` });
  await tellPayment(tx, locked, "refund-paid", { transactionId });
  if (locked.invoice !== null) await closeAnsweredRequests(tx, locked.invoice.id);
  await settleFunds(tx, refund);
}

/**
 * It will never reach the address, or nobody sends it: the money is back where it came from, and may be refunded again. `isCalledOff`: its
 * merchant had it in hand that it ends.
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
  await tellPayment(tx, locked, "refund-failed", { reason });
  if (refund.kind === "payment") return await returnToBalance(tx, refund, how);
  if (refund.kind === "wallet") {
    const orphaned = sum(await listReversedAmounts(tx, refund.id));
    // Sent back by itself it would only fail again.
    await freeHolds(tx, refund.id, wallet?.isForceRefund ? `The refund to ${refund.address} failed: ${reason}` : null);
    return await returnToHeld(tx, refund, orphaned);
  }
  await returnToHeld(tx, refund, await giveCaseBack(tx, locked, reason));
}

/** Answers what of it has no deposit any more. */
async function giveCaseBack(tx: Tx, { refund, opened }: LockedRefund, reason: string): Promise<Decimal> {
  if (opened?.status !== "refunding") return refund.amount;
  await reopenCase(tx, opened.id, { resolution: `The refund failed: ${reason}` });
  return ZERO;
}

async function tellPayment(
  tx: Tx,
  locked: LockedRefund,
  kind: "refund-paid" | "refund-failed",
  detail: Readonly<Record<string, string>>,
): Promise<void> {
  const { refund, invoice } = locked;
  if (invoice === null) return;
  const { id, currencyCode: currency, amount } = refund;
  await insertEvent(tx, invoice.id, kind, { refund: id, currency, amount: amount.toFixed(), ...detail });
  // What else came for it decides it now.
  if (invoice.status === "locked") await enqueueSettlements(tx, [{ ownerKind: "invoice", ownerId: invoice.id }]);
  if (await isDecidedByIt(tx, locked, invoice))
    await transitionInvoice(tx, invoice, kind === "refund-paid" ? "refund_paid" : "refund_fail");
}

/**
 * Whether the payment's status follows this refund: its own, or that of its locked deposit, the last of them where there are several. A
 * case that came beside the payment says nothing about it.
 */
async function isDecidedByIt(tx: Tx, { refund, opened }: LockedRefund, invoice: Invoice): Promise<boolean> {
  if (invoice.status !== "refund_process") return false;
  if (refund.kind === "payment") return true;
  if (opened?.kind !== "locked" || (await hasLivePaymentRefund(tx, invoice.id))) return false;
  return !(await hasLiveLockedRefund(tx, invoice.id, refund.id));
}
