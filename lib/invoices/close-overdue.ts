import { database } from "@/lib/db";
import type { Invoice } from "@/lib/invoices/invoice";
import { findInvoiceById } from "@/lib/invoices/repo";
import { settleInvoice } from "@/lib/invoices/settle-invoice";
import { isOpen } from "@/lib/invoices/status";

/**
 * The invoice as it is once its time is respected. Between its end and the scan that closes it, people see an expired invoice already:
 * settling closes it if nothing can have come in time, and leaves it open while that is not known.
 */
export async function closeOverdue(invoice: Invoice, now: Date): Promise<Invoice> {
  if (!isOpen(invoice.status) || invoice.expiresAt > now) return invoice;
  await settleInvoice(invoice.id, now);
  return (await findInvoiceById(database(), invoice.id)) ?? invoice;
}
