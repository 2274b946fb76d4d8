import { database, type Tx, withTransaction } from "@/lib/db";
import { invariant } from "@/lib/errors";
import { lockParts } from "@/lib/invoices/lock-parts";
import { findPayee } from "@/lib/invoices/receipt-repo";
import { insertEvent, lockInvoice } from "@/lib/invoices/repo";
import { settleInvoice } from "@/lib/invoices/settle-invoice";
import { transitionInvoice } from "@/lib/invoices/transition-invoice";
import { type Ending, endRecurrence } from "@/lib/recurrences/end-recurrence";
import { payerWords } from "@/lib/recurrences/payer-link";
import { listOpenInvoiceIds } from "@/lib/recurrences/periods-repo";
import type { Recurrence } from "@/lib/recurrences/recurrence";
import { lockRecurrence } from "@/lib/recurrences/repo";
import { isEnded } from "@/lib/recurrences/status";

/**
 * Ends a plan by the wish of its merchant or its payer, and answers it as it then is. Nothing further is asked for: an invoice for which
 * no payment was seen is cancelled with it; one for which money is on its way is settled as ever, and its period is then paid. Ended twice,
 * the first end stays. The caller has seen that the plan is theirs.
 */
export async function cancelRecurrence(
  plan: Recurrence,
  by: Pick<Ending, "actorId"> & { readonly by: "merchant" | "payer" },
  now = new Date(),
): Promise<Recurrence> {
  const words = await payerWords(plan);
  // What the chains have shown is taken in first: a payment in a block that was read counts before any cancellation.
  for (const id of await listOpenInvoiceIds(database(), plan.id)) await settleInvoice(id, now);
  return await withTransaction(async (tx) => {
    const locked = await lockRecurrence(tx, plan.id);
    invariant(locked, "plans are never deleted");
    if (isEnded(locked.status)) return locked;
    for (const id of await listOpenInvoiceIds(tx, plan.id)) await cancelUnpaid(tx, id);
    const { name: merchant } = await findPayee(tx, plan.merchantId);
    return await endRecurrence(tx, locked, { ...by, merchant, words, now });
  });
}

/** Unless a payment for it was seen. */
async function cancelUnpaid(tx: Tx, invoiceId: string): Promise<void> {
  const invoice = await lockInvoice(tx, invoiceId);
  if (invoice?.status !== "check" || invoice.reversedAt !== null) return;
  const { parts, confirmed } = await lockParts(tx, invoice);
  const isSeen = parts.some(({ deposit }) => deposit.status !== "vanished" || deposit.bookedInclusion !== null);
  if (isSeen || confirmed.inside !== null) return;
  await insertEvent(tx, invoice.id, "cancelled", { by: "the end of the recurring payment" });
  await transitionInvoice(tx, invoice, "cancel");
}
