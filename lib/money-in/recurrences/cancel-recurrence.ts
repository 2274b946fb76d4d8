import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { database, type Tx, withTransaction } from "@/lib/kernel/db";
import { invariant } from "@/lib/kernel/errors";
import type { Messages } from "@/lib/kernel/locales/messages";
import { queueMail } from "@/lib/kernel/mail/queue-mail";
import { lockMatchedDeposits } from "@/lib/money-in/invoices/confirmed-deposits";
import { lockInvoice } from "@/lib/money-in/invoices/repo";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import { transitionInvoice } from "@/lib/money-in/invoices/transition-invoice";
import { payerMessages } from "@/lib/money-in/recurrences/ask-for-link";
import { listOpenInvoiceIds } from "@/lib/money-in/recurrences/periods-repo";
import { queueRecurrenceWebhook } from "@/lib/money-in/recurrences/queue-recurrence-webhook";
import type { Recurrence } from "@/lib/money-in/recurrences/recurrence";
import { writeEndedMail } from "@/lib/money-in/recurrences/recurrence-mail";
import { lockRecurrence, updateRecurrence } from "@/lib/money-in/recurrences/repo";
import { isEnded, type RecurrenceEnd } from "@/lib/money-in/recurrences/status";
import { insertEvent } from "@/lib/money-in/time-line/event";
import { findPayee } from "@/lib/people/merchants/merchants-repo";

/**
 * Ends a plan at the request of its merchant or its payer, and returns it. No further payment is
 * requested: an invoice without a seen payment is cancelled too; one with a pending payment is
 * settled normally, and its period is then paid. If it is ended twice, the first end stands. The
 * caller has checked that the plan is theirs.
 */
export async function cancelRecurrence(
  plan: Recurrence,
  by: Pick<Ending, "actorId"> & { readonly by: "merchant" | "payer" },
  now = new Date(),
): Promise<Recurrence> {
  const messages = await payerMessages(plan);
  // Processes all blocks read so far first: a payment in one of them takes precedence over a
  // cancellation.
  for (const id of await listOpenInvoiceIds(database(), plan.id)) await settleInvoice(id, now);
  return await withTransaction(async (tx) => {
    const locked = await lockRecurrence(tx, plan.id);
    invariant(locked, "plans are never deleted");
    if (isEnded(locked.status)) return locked;
    for (const id of await listOpenInvoiceIds(tx, plan.id)) await cancelUnpaid(tx, id);
    const { name: merchant } = await findPayee(tx, plan.merchantId);
    return await endRecurrence(tx, locked, { ...by, merchant, messages, now });
  });
}

/** Cancels the invoice unless a payment for it was seen. */
async function cancelUnpaid(tx: Tx, invoiceId: string): Promise<void> {
  const invoice = await lockInvoice(tx, invoiceId);
  if (invoice?.status !== "check" || invoice.reversedAt !== null) return;
  const { matched, confirmed } = await lockMatchedDeposits(tx, invoice);
  const isSeen = matched.some(({ deposit }) => deposit.status !== "vanished" || deposit.bookedInclusion !== null);
  if (isSeen || confirmed.internal !== null) return;
  await insertEvent(tx, invoice.id, "cancelled", { by: "the end of the recurring payment" });
  await transitionInvoice(tx, invoice, "cancel");
}

type Ending = {
  readonly by: RecurrenceEnd;
  /** A member of the merchant; null for the machine API, the payer and the missed-payments rule. */
  readonly actorId: string | null;
  readonly merchant: string;
  /** In the payer's language. */
  readonly messages: Messages;
  readonly now: Date;
};

/**
 * Ends a plan permanently: no further period begins. The caller holds its lock and has checked that
 * it has not ended.
 */
export async function endRecurrence(tx: Tx, plan: Recurrence, ending: Ending): Promise<Recurrence> {
  const { by, actorId, merchant, messages, now } = ending;
  const status = by === "merchant" ? ("cancel_by_merchant" as const) : ("cancel_by_user" as const);
  const end = { status, endedAt: now, endedBy: by, nextPeriodAt: null };
  const ended = await updateRecurrence(tx, plan.id, { ...end, wakeAt: now });
  const { merchantId } = plan;
  const detail = { name: plan.name, orderId: plan.orderId, endedBy: by };
  const change = { before: { status: plan.status }, after: { status } };
  await recordAudit(tx, { actorId, merchantId, action: "recurrence.end", target: plan.id, detail, ...change });
  await queueRecurrenceWebhook(tx, ended, "cancelled");
  if (plan.payerEmail !== null) {
    const mail = writeEndedMail({ plan, merchant, messages });
    await queueMail(tx, { kind: "recurrence-ended", reference: plan.id, recipient: plan.payerEmail, ...mail });
  }
  return ended;
}
