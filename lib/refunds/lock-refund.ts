import type { OpenedCase } from "@/lib/cases/case";
import { lockOwnersOfCase } from "@/lib/cases/lock-case";
import type { Tx } from "@/lib/db";
import { invariant } from "@/lib/errors";
import type { Invoice } from "@/lib/invoices/invoice";
import { findInvoiceById } from "@/lib/invoices/repo";
import type { Refund } from "@/lib/refunds/refund";
import { lockPayment } from "@/lib/refunds/refundable";
import { findRefund, lockRefundRow } from "@/lib/refunds/repo";
import { lockWallet } from "@/lib/wallets/repo";
import type { StaticWallet } from "@/lib/wallets/wallet";

/** A refund with what it is of, all locked. */
export type LockedRefund = {
  readonly refund: Refund;
  /** Of a payment's refund that payment, of a case's the invoice that the case belongs to. */
  readonly invoice: Invoice | null;
  readonly wallet: StaticWallet | null;
  readonly opened: OpenedCase | null;
};

/** Locks what a refund is of, in the order in which everything locks it, and then the refund. Safe to repeat. */
export async function lockRefund(tx: Tx, id: string): Promise<LockedRefund> {
  const found = await findRefund(tx, id);
  invariant(found, `refund ${id} is there`);
  const owners = await lockOwners(tx, found);
  const refund = await lockRefundRow(tx, id);
  invariant(refund, "a refund is never deleted");
  return { refund, ...owners };
}

async function lockOwners(tx: Tx, refund: Refund): Promise<Omit<LockedRefund, "refund">> {
  const none = { invoice: null, wallet: null, opened: null };
  if (refund.invoiceId !== null) {
    const payment = await findInvoiceById(tx, refund.invoiceId);
    invariant(payment, "a payment is never deleted");
    return { ...none, invoice: await lockPayment(tx, payment) };
  }
  if (refund.walletId !== null) return { ...none, wallet: await lockWallet(tx, refund.walletId) };
  invariant(refund.caseId, `refund ${refund.id} is of something`);
  const { opened, invoice } = await lockOwnersOfCase(tx, refund.caseId);
  return { ...none, invoice, opened };
}
