import { lockOwnersOfCase } from "@/lib/exceptions/cases/lock-case";
import type { Refund } from "@/lib/exceptions/refunds/refund";
import { lockPayment } from "@/lib/exceptions/refunds/refundable";
import { findRefund, lockRefundRow } from "@/lib/exceptions/refunds/repo";
import type { Tx } from "@/lib/kernel/db";
import { invariant } from "@/lib/kernel/errors";
import type { OpenedCase } from "@/lib/money-in/cases/case";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { findInvoiceById } from "@/lib/money-in/invoices/repo";
import { lockWallet } from "@/lib/money-in/static-wallets/repo";
import type { StaticWallet } from "@/lib/money-in/static-wallets/wallet";

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
