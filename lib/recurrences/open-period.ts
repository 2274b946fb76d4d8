import type { Tx } from "@/lib/db";
import { addQuote } from "@/lib/invoices/add-quote";
import type { NewInvoice } from "@/lib/invoices/insert-invoice-repo";
import { insertEvent, updateInvoice } from "@/lib/invoices/repo";
import { graceEnd } from "@/lib/recurrences/calendar";
import { findLastPeriod, insertPeriod, insertPeriodInvoice, updatePeriod } from "@/lib/recurrences/periods-repo";
import type { DuePeriod } from "@/lib/recurrences/price-due-period";
import type { Period, Recurrence } from "@/lib/recurrences/recurrence";

const RETRY_MS = 10 * 60 * 1000;

/**
 * Writes a period with its invoice, or why it has none. Null when another worker was first: a period is made once, and has one invoice at
 * most. The caller holds the plan's lock.
 *
 * @throws AppError `The terminal was not found` when no address is left to give: nothing of this transaction may stay then
 */
export async function openPeriod(tx: Tx, plan: Recurrence, due: DuePeriod, now: Date): Promise<Period | null> {
  const last = await findLastPeriod(tx, plan.id);
  const isAgain = last?.number === due.number;
  if (isAgain ? last.retryAt === null : !isNext(plan, due, last, now)) return null;
  const state = await stateOf(tx, plan, due, now);
  if (isAgain) return await updatePeriod(tx, last.id, state);
  const { number, amount, startsAt } = due;
  return await insertPeriod(tx, { recurrenceId: plan.id, number, amount, startsAt, ...state });
}

/** The plan may have been read before another worker made a period and moved its time, and the periods after that. */
function isNext({ nextPeriodAt }: Recurrence, { number }: DuePeriod, last: Period | null, now: Date): boolean {
  return number === (last?.number ?? 0) + 1 && nextPeriodAt !== null && nextPeriodAt <= now;
}

async function stateOf(tx: Tx, plan: Recurrence, { startsAt, nextStartsAt, outcome }: DuePeriod, now: Date) {
  if ("failure" in outcome) {
    const graceEndsAt = graceEnd(startsAt, plan.interval);
    const retryAt = new Date(now.getTime() + RETRY_MS);
    const isOver = outcome.isForGood || retryAt >= graceEndsAt;
    const { failure } = outcome;
    return { state: "failed" as const, failure, graceEndsAt, retryAt: isOver ? null : retryAt, invoiceId: null };
  }
  await writeInvoice(tx, plan.id, outcome.invoice);
  // The payer has as long as ever, whenever the invoice was made; but it is decided before the next period begins.
  const whole = graceEnd(now, plan.interval);
  const graceEndsAt = whole < nextStartsAt ? whole : nextStartsAt;
  return { state: "due" as const, failure: null, graceEndsAt, retryAt: null, invoiceId: outcome.invoice.id };
}

/** An ordinary invoice, in the transaction of its period. Where the coin lives on one network only, it has its price already. */
async function writeInvoice(tx: Tx, recurrenceId: string, invoice: NewInvoice): Promise<void> {
  const { id, quote, expiresAt, createdAt } = invoice;
  await insertPeriodInvoice(tx, invoice, recurrenceId);
  const coin = quote && { currency: quote.service.currency.code, network: quote.service.network.code };
  await insertEvent(tx, id, "created", coin ?? {});
  if (quote === null) return;
  await addQuote(tx, id, quote, { number: 1, validUntil: expiresAt, createdAt });
  await updateInvoice(tx, id, { currentQuoteId: quote.id });
}
