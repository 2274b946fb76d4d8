import { database } from "@/lib/kernel/db";
import { log } from "@/lib/kernel/log";
import { IN_FLIGHT_HOLD_MS, REVERSAL_WAIT_MS } from "@/lib/money-in/invoices/decide-invoice";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { findInvoiceById, listExpirableIds } from "@/lib/money-in/invoices/repo";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import { isOpen } from "@/lib/money-in/invoices/status";

/** One pass stays short; what is left comes with the next one. */
const BATCH = 200;

/**
 * Settles locked invoices of which screening holds nothing any more: what was held went back, and
 * what else came decides them. Answers how many were looked at. Safe to run from several workers at
 * once.
 */
export async function settleReleasedInvoices(now = new Date()): Promise<number> {
  const ids = await listReleasedIds(BATCH);
  await settleEach(ids, now);
  return ids.length;
}

/**
 * Closes invoices whose time is over, never ahead of the watchers: one with an address waits until
 * its networks were read later than its expiry. Answers how many were looked at. Safe to run from
 * several workers at once.
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
      // The one longest overdue comes first each time: it must not hold up all others.
      log().error({ invoice: id, err: error }, "an invoice could not be settled");
    }
  }
}

/**
 * The invoice as it is once its time is respected. Between its end and the scan that closes it,
 * people see an expired invoice already: settling closes it if nothing can have come in time, and
 * leaves it open while that is not known.
 */
export async function closeOverdue(invoice: Invoice, now: Date): Promise<Invoice> {
  if (!isOpen(invoice.status) || invoice.expiresAt > now) return invoice;
  await settleInvoice(invoice.id, now);
  return (await findInvoiceById(database(), invoice.id)) ?? invoice;
}

/** Locked invoices of which no case is undecided, the oldest first. */
async function listReleasedIds(limit: number): Promise<string[]> {
  const rows = await database().$queryRaw<{ id: string }[]>`
    SELECT i.id FROM invoices i
    WHERE i.status = 'locked' AND i.wallet_id IS NULL AND NOT EXISTS (
      SELECT FROM cases k WHERE k.invoice_id = i.id AND k.kind = 'locked' AND k.status IN ('open', 'refunding'))
    ORDER BY i.expires_at LIMIT ${limit}`;
  return rows.map(({ id }) => id);
}
