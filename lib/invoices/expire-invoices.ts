import { IN_FLIGHT_HOLD_MS, REVERSAL_WAIT_MS } from "@/lib/invoices/decide-invoice";
import { listReleasedIds } from "@/lib/invoices/locked-repo";
import { listExpirableIds } from "@/lib/invoices/repo";
import { settleInvoice } from "@/lib/invoices/settle-invoice";
import { log } from "@/lib/log";

/** One pass stays short; what is left comes with the next one. */
const BATCH = 200;

/**
 * Settles locked invoices of which screening holds nothing any more: what was held went back, and what else came decides them. Answers
 * how many were looked at. Safe to run from several workers at once.
 */
export async function settleReleasedInvoices(now = new Date()): Promise<number> {
  const ids = await listReleasedIds(BATCH);
  await settleEach(ids, now);
  return ids.length;
}

/**
 * Closes invoices whose time is over, never ahead of the watchers: one with an address waits until its networks were read later than
 * its expiry. Answers how many were looked at. Safe to run from several workers at once.
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
