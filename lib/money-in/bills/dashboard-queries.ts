import { database } from "@/lib/kernel/db";
import { LOCALES } from "@/lib/kernel/locales/locales";
import { mailSender } from "@/lib/kernel/mail/mail-settings";
import { type Decimal, Decimal as Decimals, decimal, ZERO } from "@/lib/kernel/money/decimal";
import { toPage, toWindow } from "@/lib/kernel/paging/list-page";
import { type Bill, billState, billUrl, dayOf } from "@/lib/money-in/bills/bill";
import {
  BILL_PAGE_SIZE,
  type BillDetailView,
  type BillForm,
  type BillListQuery,
  type BillListView,
  type BillOptions,
  type BillRowView,
  type BillsDueView,
  blankBill,
} from "@/lib/money-in/bills/dashboard-schema";
import { type ListedBill, listBillMails, selectBillPage, sumOwed } from "@/lib/money-in/bills/list-repo";
import { type BillPaymentRow, listBillPayments, readPaid } from "@/lib/money-in/bills/paid-repo";
import { findLastPrefix, findMerchantBill } from "@/lib/money-in/bills/repo";
import { billTotals } from "@/lib/money-in/bills/totals";
import { getBill } from "@/lib/money-in/bills/write-bill";
import { listInvoiceOptions } from "@/lib/money-in/invoices/dashboard-queries";
import { shownStatus } from "@/lib/money-in/invoices/status";
import { loadCatalog } from "@/lib/pricing/catalog/queries";

/** Lists a merchant's bills, one page at a time. */
export async function listBills(merchantId: string, query: BillListQuery, now = new Date()): Promise<BillListView> {
  const filter = { ...toWindow(query), state: query.status ?? null, search: query.q || null };
  // One row more than shown indicates whether there is a next page.
  const bills = await selectBillPage(merchantId, filter, { limit: BILL_PAGE_SIZE + 1, today: dayOf(now) });
  const page = toPage(bills, BILL_PAGE_SIZE, filter, ({ createdAt, id }) => ({ at: createdAt, id }));
  const { firstCursor, nextCursor } = page;
  return { items: page.rows.map((bill) => toRowView(bill, now)), firstCursor, nextCursor };
}

/** Returns what a merchant's customers still owe. */
export async function getBillsDue(merchantId: string, now = new Date()): Promise<BillsDueView> {
  return { items: [...(await sumOwed(merchantId, dayOf(now)))] };
}

/** Lists the currencies in which the merchant can write a bill. */
export async function listBillOptions(merchantId: string): Promise<BillOptions> {
  const [catalog, { currencies }] = [await loadCatalog(), await listInvoiceOptions(merchantId)];
  return {
    currencies: currencies.flatMap(({ code, name }) => {
      const decimals = catalog.currency(code)?.decimals;
      return decimals === undefined ? [] : [{ code, name, decimals }];
    }),
  };
}

/** Returns the values of a new bill's form. */
export async function newBillForm(merchantId: string, now = new Date()): Promise<BillForm> {
  return blankBill(dayOf(now), (await findLastPrefix(merchantId)) ?? undefined);
}

/**
 * Returns all details of one of the merchant's bills.
 * @throws AppError `not_found`, also for another merchant's
 */
export async function getBillDetail(merchantId: string, id: string, now = new Date()): Promise<BillDetailView> {
  const bill = await getBill(merchantId, id);
  const [paid, mails, payments] = [
    await readPaid(database(), id),
    await listBillMails(id),
    await listBillPayments(database(), id),
  ];
  const totals = billTotals(bill.lines, bill.taxes, bill.decimals);
  const form = toForm(bill);
  return {
    ...toRowView({ ...bill, paid }, now),
    customerEmail: bill.customerEmail,
    customerAddress: bill.customerAddress,
    lines: form.lines.map((line, index) => ({ ...line, amount: textOf(totals.lines[index]) })),
    taxes: form.taxes.map((tax, index) => ({ ...tax, amount: textOf(totals.taxes[index]) })),
    subtotal: bill.subtotal.toFixed(),
    paid: paid.arrived.toFixed(),
    issueDate: bill.issueDate,
    note: bill.note,
    language: LOCALES[bill.locale].name,
    reminderDays: [...bill.reminderDays],
    url: bill.secret && billUrl(bill.secret, bill.locale),
    sentAt: bill.sentAt?.toISOString() ?? null,
    cancelledAt: bill.cancelledAt?.toISOString() ?? null,
    isMailed: mailSender() !== null,
    mails: mails.map((mail) => ({ ...mail, createdAt: mail.createdAt.toISOString() })),
    payments: payments.map(toPaymentView),
    form,
  };
}

/** The same; null for an unknown bill. */
export async function findBillDetail(merchantId: string, id: string): Promise<BillDetailView | null> {
  const found = await findMerchantBill(merchantId, id);
  return found && (await getBillDetail(merchantId, id));
}

const textOf = (amount: Decimal = ZERO) => amount.toFixed();

function toPaymentView(row: BillPaymentRow): BillDetailView["payments"][number] {
  const { invoiceId, orderId, amount, covers, createdAt, finalAt } = row;
  return {
    invoiceId,
    orderId,
    shown: shownStatus({ ...row, paidAmount: decimal(row.paidAmount) }),
    amount: decimal(amount).toFixed(),
    covers: decimal(covers).toFixed(),
    createdAt: createdAt.toISOString(),
    finalAt: finalAt?.toISOString() ?? null,
  };
}

function toForm({ lines, taxes, reminderDays, ...bill }: Bill): BillForm {
  return {
    customerName: bill.customerName,
    customerEmail: bill.customerEmail,
    customerAddress: bill.customerAddress,
    currency: bill.currencyCode,
    lines: lines.map(({ text, quantity, price }) => ({ text, quantity: quantity.toFixed(), price: price.toFixed() })),
    taxes: taxes.map(({ name, percent }) => ({ name, percent: percent.toFixed() })),
    numberPrefix: bill.numberPrefix,
    issueDate: bill.issueDate,
    dueDate: bill.dueDate,
    note: bill.note,
    locale: bill.locale,
    reminderDays: reminderDays.join(", "),
  };
}

function toRowView({ paid, ...bill }: ListedBill, now: Date): BillRowView {
  return {
    id: bill.id,
    number: bill.number,
    customerName: bill.customerName,
    currency: bill.currencyCode,
    total: bill.total.toFixed(),
    due: Decimals.max(ZERO, bill.total.minus(paid.arrived)).toFixed(),
    dueDate: bill.dueDate,
    state: billState(bill, paid, dayOf(now)),
    createdAt: bill.createdAt.toISOString(),
  };
}
