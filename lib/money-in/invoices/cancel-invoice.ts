import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { withTransaction } from "@/lib/kernel/db";
import { AppError, invariant } from "@/lib/kernel/errors";
import { refusal } from "@/lib/kernel/refusals";
import { lockMatchedDeposits } from "@/lib/money-in/invoices/confirmed-deposits";
import { findMerchantInvoice } from "@/lib/money-in/invoices/read-invoice-repo";
import { lockInvoice } from "@/lib/money-in/invoices/repo";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import { isOpen } from "@/lib/money-in/invoices/status";
import { transitionInvoice } from "@/lib/money-in/invoices/transition-invoice";
import { insertEvent } from "@/lib/money-in/time-line/event";
import { findUserById } from "@/lib/people/merchants/users-repo";

export type Cancellation = {
  readonly merchantId: string;
  readonly invoiceId: string;
  /** The person who cancels. */
  readonly actorId: string;
};

/**
 * Closes an open invoice without payments before it expires; the webhook reports `cancel`. A later
 * payment to its address is a late payment, as after expiry; `is_refresh` renews it as it does an
 * expired one.
 *
 * @throws AppError `not_found`, also for another merchant's; `refused` when a payment was seen, or
 *   it is closed
 */
export async function cancelInvoice({ merchantId, invoiceId, actorId }: Cancellation, now = new Date()): Promise<void> {
  const found = await findMerchantInvoice(merchantId, invoiceId);
  if (found === null || found.walletId !== null) throw refusal("payment_not_found");
  // Processes all blocks read so far first: a payment in one of them takes precedence over a
  // cancellation.
  await settleInvoice(invoiceId, now);
  await withTransaction(async (tx) => {
    const invoice = await lockInvoice(tx, invoiceId);
    if (invoice === null || !isOpen(invoice.status)) throw new AppError("refused", "This invoice is already closed.");
    const { matched } = await lockMatchedDeposits(tx, invoice);
    const isSeen = matched.some(({ deposit }) => deposit.status !== "vanished" || deposit.bookedInclusion !== null);
    if (isSeen || invoice.reversedAt !== null)
      throw new AppError("refused", "A payment for this invoice was detected, so it can no longer be cancelled.");
    const person = await findUserById(tx, actorId);
    invariant(person !== null, `user ${actorId} is there`);
    await insertEvent(tx, invoice.id, "cancelled", { by: person.name, user: actorId });
    const detail = { orderId: invoice.orderId };
    const change = { before: { status: invoice.status }, after: { status: "cancel" } };
    await recordAudit(tx, { actorId, merchantId, action: "invoice.cancel", target: invoice.id, detail, ...change });
    await transitionInvoice(tx, invoice, "cancel");
  });
}
