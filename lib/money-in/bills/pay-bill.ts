import { randomBytes } from "node:crypto";
import { database, type Tx, withTransaction } from "@/lib/kernel/db";
import { AppError, invariant } from "@/lib/kernel/errors";
import type { Decimal } from "@/lib/kernel/money/decimal";
import { refusal } from "@/lib/kernel/refusals";
import { noteCreated } from "@/lib/kernel/work-context";
import { type Bill, type BillPaid, billErrors, billUrl } from "@/lib/money-in/bills/bill";
import { findInvoiceOfKey, insertBillPayment, readPaid } from "@/lib/money-in/bills/paid-repo";
import { lockBill } from "@/lib/money-in/bills/repo";
import { coinErrors } from "@/lib/money-in/invoices/allowed-services";
import { closeOverdue } from "@/lib/money-in/invoices/expire-invoices";
import { insertInvoiceWithin, type NewInvoice } from "@/lib/money-in/invoices/insert-invoice-repo";
import { priceInvoice } from "@/lib/money-in/invoices/price-invoice";
import { findInvoiceById } from "@/lib/money-in/invoices/repo";
import { createInvoiceInput, toInvoiceTerms } from "@/lib/money-in/invoices/schema";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import { arePaymentsBlocked } from "@/lib/people/merchants/merchants-repo";

const ORDER_ID_BYTES = 6;
/** Each further try means that another payment was settled in between. */
const TRIES_MAX = 5;

/**
 * Returns the invoice with which a customer pays what is still due: the one that is open, or else a
 * new one. Decided under the bill's lock, so that two people who press at once get the same one; a
 * repeated form always gets its first one. A new one is priced before the bill is locked, and again
 * if a payment was settled meanwhile.
 *
 * @throws AppError one of {@link billErrors}; with the specification's text when the merchant
 *   cannot have such an invoice now
 */
export async function payBill(bill: Bill, formKey: string, now = new Date()): Promise<string> {
  await closeOpen(bill, now);
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const asked = await withTransaction((tx) => decidePayment(tx, bill.id, formKey));
    if (typeof asked === "string") return asked;
    const invoice = await priceInvoice(await getMerchant(bill.merchantId), termsOf(bill, asked));
    const id = await withTransaction((tx) => payInTransaction(tx, { bill, formKey, due: asked, invoice }));
    if (id !== null) return id;
  }
  throw new AppError("unavailable", "The amount due changes all the time. Try again.");
}

/** An invoice whose time is over may wait for its chain: then it may still be paid. */
async function closeOpen(bill: Bill, now: Date): Promise<void> {
  const { openId } = await readPaid(database(), bill.id);
  const open = openId === null ? null : await findInvoiceById(database(), openId);
  if (open !== null) await closeOverdue(open, now);
}

/**
 * Locks the bill and returns the invoice that this form gets, or the amount for which a new one is
 * needed. @throws AppError one of {@link billErrors}
 */
async function decidePayment(tx: Tx, billId: string, formKey: string): Promise<string | Decimal> {
  const locked = await lockBill(tx, billId);
  if (locked === null) throw billErrors.closed();
  const former = await findInvoiceOfKey(tx, billId, formKey);
  if (former !== null) return former;
  const paid = await readPaid(tx, billId);
  const due = dueOf(locked, paid);
  return paid.openId ?? due;
}

function dueOf(bill: Bill, { settled }: BillPaid): Decimal {
  if (bill.sentAt === null || bill.cancelledAt !== null) throw billErrors.closed();
  if (settled.gte(bill.total)) throw billErrors.paid();
  return bill.total.minus(settled);
}

function termsOf({ id, number, secret, currencyCode, customerEmail, locale }: Bill, due: Decimal) {
  invariant(number !== null && secret !== null, "a bill that was sent has a number and an address");
  const asked = createInvoiceInput.parse({
    amount: due.toFixed(),
    currency: currencyCode,
    order_id: `${number}-${randomBytes(ORDER_ID_BYTES).toString("hex")}`,
    url_return: billUrl(secret, locale),
    additional_data: `bill=${id}`,
  });
  return { ...toInvoiceTerms(asked), payerEmail: customerEmail };
}

type Paying = {
  readonly bill: Bill;
  readonly formKey: string;
  readonly due: Decimal;
  readonly invoice: NewInvoice;
};

/** Null: something else is due now than was priced. */
async function payInTransaction(tx: Tx, { bill, formKey, due, invoice }: Paying): Promise<string | null> {
  const asked = await decidePayment(tx, bill.id, formKey);
  if (typeof asked === "string") return asked;
  if (!asked.eq(due)) return null;
  if (await arePaymentsBlocked(tx, bill.merchantId)) throw refusal("payments_blocked");
  if (!(await insertInvoiceWithin(tx, invoice)))
    throw coinErrors.terminalNotFound({ pool: invoice.quote?.service.network.family });
  await insertBillPayment(tx, { invoiceId: invoice.id, billId: bill.id, formKey });
  noteCreated("invoice", invoice.id);
  return invoice.id;
}
