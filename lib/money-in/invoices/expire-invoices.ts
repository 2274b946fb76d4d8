import { database } from "@/lib/kernel/db";
import { log } from "@/lib/kernel/log";
import { IN_FLIGHT_HOLD_MS, REVERSAL_WAIT_MS } from "@/lib/money-in/invoices/decide-invoice";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { findInvoiceById, listExpirableIds } from "@/lib/money-in/invoices/repo";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import { isOpen } from "@/lib/money-in/invoices/status";

/** Keeps one pass short; the next one handles the rest. */
const BATCH = 200;

/**
 * Settles locked invoices of which screening holds nothing any more: the held deposits were
 * refunded, and the remaining ones decide. Returns the number of invoices processed. Safe to run in
 * several workers concurrently.
 */
export async function settleReleasedInvoices(now = new Date()): Promise<number> {
  const ids = await listReleasedIds(BATCH);
  await settleEach(ids, now);
  return ids.length;
}

/**
 * Closes expired invoices, but never ahead of the watchers: one with an address waits until its
 * networks were read beyond its expiry. Returns the number of invoices processed. Safe to run in
 * several workers concurrently.
 */
export async function expireInvoices(now = new Date()): Promise<number> {
  const holds = {
    inFlightSince: new Date(now.getTime() - IN_FLIGHT_HOLD_MS),
    reversedSince: new Date(now.getTime() - REVERSAL_WAIT_MS),
  };
  const ids = await listExpirableIds(now, holds, BATCH);
  await settleEach(ids, now);
  return ids.length;
}

async function settleEach(ids: readonly string[], now: Date): Promise<void> {
  for (const id of ids) {
    try {
      await settleInvoice(id, now);
    } catch (error) {
      // The longest overdue invoice comes first every time: it must not block the others.
      log().error({ invoice: id, err: error }, "an invoice could not be settled");
    }
  }
}

/**
 * Returns the invoice after enforcing its expiry. Between its expiry and the scan that closes it,
 * people already see an expired invoice: settling closes it if no payment can have arrived in time,
 * and leaves it open while that is unknown.
 */
export async function closeOverdue(invoice: Invoice, now: Date): Promise<Invoice> {
  if (!isOpen(invoice.status) || invoice.expiresAt > now) return invoice;
  await settleInvoice(invoice.id, now);
  return (await findInvoiceById(database(), invoice.id)) ?? invoice;
}

/** Lists locked invoices without an undecided case, oldest first. */
async function listReleasedIds(limit: number): Promise<string[]> {
  const rows = await database().$queryRaw<{ id: string }[]>`
    SELECT i.id FROM invoices i
    WHERE i.status = 'locked' AND i.wallet_id IS NULL AND NOT EXISTS (
      SELECT FROM cases k WHERE k.invoice_id = i.id AND k.kind = 'locked' AND k.status IN ('open', 'refunding'))
    ORDER BY i.expires_at LIMIT ${limit}`;
  return rows.map(({ id }) => id);
}
