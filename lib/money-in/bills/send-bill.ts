import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { newLinkSecret } from "@/lib/kernel/crypto/secrets";
import { type Tx, withTransaction } from "@/lib/kernel/db";
import { AppError, wrongField } from "@/lib/kernel/errors";
import { type Bill, billState, dayOf } from "@/lib/money-in/bills/bill";
import { mailBill } from "@/lib/money-in/bills/bill-mail";
import { AGAIN_MAX, MAILS_A_DAY } from "@/lib/money-in/bills/bill-rules";
import { readPaid } from "@/lib/money-in/bills/paid-repo";
import {
  countSentAgain,
  countSentSince,
  insertBillMail,
  lockSeries,
  markCancelled,
  markSent,
  takePosition,
} from "@/lib/money-in/bills/repo";
import { type BillActor, getBill, lockOwnBill } from "@/lib/money-in/bills/write-bill";
import { toInvoiceFormError } from "@/lib/money-in/invoices/create-from-form";
import { priceInvoice } from "@/lib/money-in/invoices/price-invoice";
import { createInvoiceInput, toInvoiceTerms } from "@/lib/money-in/invoices/schema";
import { getMerchant } from "@/lib/people/merchants/create-merchant";

const DAY_MS = 86_400_000;
const NUMBER_DIGITS = 4;

/**
 * Sends a draft: gives it the merchant's next number and its address, and writes the mail to the
 * customer, all in one transaction. It is checked like an invoice, so that nobody is sent a bill
 * that could not be paid. Sending it twice sends it once.
 *
 * @throws AppError `not_found`, also for another merchant's; with the form's field names
 */
export async function sendBill({ merchantId, actorId }: BillActor, id: string, now = new Date()): Promise<void> {
  const draft = await getBill(merchantId, id);
  if (draft.sentAt !== null) return;
  if (draft.dueDate < dayOf(now)) throw wrongField("dueDate", "The due date is over. Change it first.");
  await assertPayable(draft);
  await withTransaction(async (tx) => {
    const bill = await lockOwnBill(tx, merchantId, id);
    if (bill.sentAt !== null) return;
    // It may have been changed since it was checked.
    if (bill.updatedAt.getTime() !== draft.updatedAt.getTime())
      throw new AppError("refused", "The draft was changed meanwhile. Look at it again.");
    const position = await takePosition(tx, merchantId, bill.numberPrefix);
    await assertSeldom(tx, merchantId, now);
    const number = bill.numberPrefix + String(position).padStart(NUMBER_DIGITS, "0");
    const sending = { number, position, secret: newLinkSecret(), sentAt: now };
    await markSent(tx, id, sending);
    await insertBillMail(tx, { billId: id, merchantId, kind: "sent", mark: 0 }, now);
    await mailBill(tx, { ...bill, ...sending }, { kind: "sent", mark: 0 });
    await recordAudit(tx, { actorId, merchantId, action: "bill.send", target: id, after: { number } });
  });
}

async function assertPayable({ merchantId, total, currencyCode }: Bill): Promise<void> {
  try {
    const asked = createInvoiceInput.parse({ amount: total.toFixed(), currency: currencyCode, order_id: "any" });
    await priceInvoice(await getMerchant(merchantId), toInvoiceTerms(asked));
  } catch (error) {
    throw toInvoiceFormError(error);
  }
}

/**
 * Mails the same bill again, for a customer who has lost it.
 * @throws AppError `not_found`, also for another merchant's; `refused` when nothing is due any more
 */
export async function sendBillAgain({ merchantId, actorId }: BillActor, id: string, now = new Date()): Promise<void> {
  await withTransaction(async (tx) => {
    const bill = await lockOwnBill(tx, merchantId, id);
    const state = billState(bill, await readPaid(tx, id), dayOf(now));
    if (state !== "sent" && state !== "overdue")
      throw new AppError("refused", "Only a bill that is still to be paid can be sent again.");
    const mark = await countSentAgain(tx, id);
    if (mark >= AGAIN_MAX) throw new AppError("refused", `A bill can be sent again ${AGAIN_MAX} times.`);
    await lockSeries(tx, merchantId);
    await assertSeldom(tx, merchantId, now);
    await insertBillMail(tx, { billId: id, merchantId, kind: "again", mark }, now);
    await mailBill(tx, bill, { kind: "again", mark });
    await recordAudit(tx, { actorId, merchantId, action: "bill.send-again", target: id });
  });
}

/** The addresses may be strangers'. The caller has locked the merchant's series. */
async function assertSeldom(tx: Tx, merchantId: string, now: Date): Promise<void> {
  if ((await countSentSince(tx, merchantId, new Date(now.getTime() - DAY_MS))) >= MAILS_A_DAY)
    throw new AppError("refused", `At most ${MAILS_A_DAY} bills can be sent in 24 hours. Try again later.`);
}

/**
 * Cancels a bill: its page says so and makes no payment any more. A payment that was begun before
 * can still be made until its invoice expires.
 *
 * @throws AppError `not_found`, also for another merchant's; `refused` for a draft and a paid one
 */
export async function cancelBill({ merchantId, actorId }: BillActor, id: string, now = new Date()): Promise<void> {
  await withTransaction(async (tx) => {
    const bill = await lockOwnBill(tx, merchantId, id);
    const state = billState(bill, await readPaid(tx, id), dayOf(now));
    if (state === "cancelled") return;
    if (state === "draft") throw new AppError("refused", "A draft can be discarded, not cancelled.");
    if (state === "paid") throw new AppError("refused", "A paid bill can't be cancelled. Refund its payment instead.");
    await markCancelled(tx, id, now);
    await recordAudit(tx, { actorId, merchantId, action: "bill.cancel", target: id });
  });
}
