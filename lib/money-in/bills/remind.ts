import { Prisma } from "@/lib/generated/prisma/client";
import { database, withTransaction } from "@/lib/kernel/db";
import { log } from "@/lib/kernel/log";
import { mailSender } from "@/lib/kernel/mail/mail-settings";
import { dayOf } from "@/lib/money-in/bills/bill";
import { mailBill } from "@/lib/money-in/bills/bill-mail";
import { REMINDER_DAYS } from "@/lib/money-in/bills/bill-rules";
import { PAID, readPaid } from "@/lib/money-in/bills/paid-repo";
import { insertBillMail, lockBill } from "@/lib/money-in/bills/repo";
import { findInvoiceById } from "@/lib/money-in/invoices/repo";
import { arePaymentsBlocked, PAYMENTS_BLOCKED } from "@/lib/people/merchants/merchants-repo";

/** Keeps one pass short; the next one handles the rest. */
const BATCH = 200;
/** A worker that was down must not send reminders that were meant for another week. */
const LATE_DAYS_MAX = 3;

/** A reminder whose day has come. `day`: relative to the due date. */
type DueReminder = { readonly billId: string; readonly day: number };

/**
 * Sends the reminders whose day (in UTC) has come, each once, of bills that are sent, not cancelled
 * and not paid. Returns their number. Safe to run in several workers concurrently: each is decided
 * again under its bill's lock.
 */
export async function remindOfBills(now = new Date()): Promise<number> {
  if (mailSender() === null) return 0;
  let count = 0;
  for (const due of await listDueReminders(now)) {
    try {
      if (await remind(due, now)) count += 1;
    } catch (error) {
      log().error({ bill: due.billId, err: error }, "a reminder of a bill could not be sent");
    }
  }
  return count;
}

async function remind({ billId, day }: DueReminder, now: Date): Promise<boolean> {
  return await withTransaction(async (tx) => {
    const bill = await lockBill(tx, billId);
    if (bill === null || bill.sentAt === null || bill.cancelledAt !== null) return false;
    const { arrived, openId } = await readPaid(tx, billId);
    if (arrived.gte(bill.total) || (await arePaymentsBlocked(tx, bill.merchantId))) return false;
    const open = openId === null ? null : await findInvoiceById(tx, openId);
    // A payment is on its way: the customer has done their part.
    if (open !== null && open.status !== "check") return false;
    const mail = { kind: "reminder" as const, mark: day };
    if (!(await insertBillMail(tx, { billId, merchantId: bill.merchantId, ...mail }, now))) return false;
    await mailBill(tx, bill, mail);
    return true;
  });
}

/** A reminder on the day on which the bill was sent, or before, would only repeat it. */
async function listDueReminders(now: Date): Promise<readonly DueReminder[]> {
  const today = dayOf(now);
  const { least, most } = REMINDER_DAYS;
  return await database().$queryRaw<DueReminder[]>`
    SELECT b.id AS "billId", d.day
    FROM bills b JOIN merchants m ON m.id = b.merchant_id
      CROSS JOIN LATERAL unnest(b.reminder_days) d(day) CROSS JOIN LATERAL ${PAID} t
    WHERE b.sent_at IS NOT NULL AND b.cancelled_at IS NULL
      AND b.due_date BETWEEN ${today}::date - ${most + LATE_DAYS_MAX}::int AND ${today}::date - ${least}::int
      AND b.due_date + d.day BETWEEN ${today}::date - ${LATE_DAYS_MAX - 1}::int AND ${today}::date
      AND b.due_date + d.day > (b.sent_at AT TIME ZONE 'UTC')::date
      AND t.arrived < b.total AND NOT ${Prisma.raw(PAYMENTS_BLOCKED)}
      AND NOT EXISTS (SELECT FROM bill_mails l WHERE l.bill_id = b.id AND l.kind = 'reminder' AND l.mark = d.day)
    ORDER BY b.due_date + d.day, b.id LIMIT ${BATCH}`;
}
