import { database, type Tx } from "@/lib/kernel/db";
import { AppError, invariant } from "@/lib/kernel/errors";
import type { Decimal } from "@/lib/kernel/money/decimal";
import { isRefusal, type Reason } from "@/lib/kernel/refusals";
import { addQuote } from "@/lib/money-in/invoices/choose-coin";
import type { NewInvoice } from "@/lib/money-in/invoices/insert-invoice-repo";
import { priceInvoice } from "@/lib/money-in/invoices/price-invoice";
import { updateInvoice } from "@/lib/money-in/invoices/repo";
import { createInvoiceInput, toInvoiceTerms } from "@/lib/money-in/invoices/schema";
import { graceEnd, periodStart } from "@/lib/money-in/recurrences/calendar";
import {
  findLastPeriod,
  insertPeriod,
  insertPeriodInvoice,
  updatePeriod,
} from "@/lib/money-in/recurrences/periods-repo";
import { orderIdOf, type Period, periodTerms, type Recurrence } from "@/lib/money-in/recurrences/recurrence";
import { insertEvent } from "@/lib/money-in/time-line/event";
import { errorText } from "@/lib/people/guards/refusal-text";
import type { Merchant } from "@/lib/people/merchants/merchant";

/**
 * The longest lifetime of an invoice: a price that is valid for days would be a gift to the payer.
 */
const LIFETIME_SECONDS = "43200";

type Terms = Pick<
  Recurrence,
  "id" | "orderId" | "currencyCode" | "toCurrencyCode" | "urlCallback" | "additionalData" | "payerEmail"
>;

/**
 * Prices the invoice of a period at current rates, by the rules of any invoice. Writes nothing and
 * queries no node.
 * @throws AppError with the specification's text when the merchant cannot have such an invoice now
 */
export async function pricePeriod(merchant: Merchant, plan: Terms, amount: Decimal): Promise<NewInvoice> {
  const asked = { amount: amount.toFixed(), currency: plan.currencyCode, order_id: orderIdOf(plan) };
  return await priceInvoice(merchant, {
    ...toInvoiceTerms(createInvoiceInput.parse({ ...asked, lifetime: LIFETIME_SECONDS })),
    toCurrencyCode: plan.toCurrencyCode,
    urlCallback: plan.urlCallback,
    additionalData: plan.additionalData,
    payerEmail: plan.payerEmail,
  });
}

/** A period that begins now, or the creation of whose invoice is retried. */
export type DuePeriod = Pick<Period, "number" | "amount" | "startsAt"> & {
  /** Start of the following period. */
  readonly nextStartsAt: Date;
  readonly outcome: PricedOutcome;
};

type PricedOutcome =
  | { readonly invoice: NewInvoice }
  /** Why there is no invoice, as a text for the merchant. */
  | { readonly failure: string; readonly isForGood: boolean };

const OUTLIVED = "The gateway was not running during the period.";

/** Texts for a merchant who looks at a failed period afterwards. */
const FAILURES: Partial<Record<Reason, string>> = {
  payments_blocked: "Payments are blocked.",
  terminal_not_found: "No network was ready for the payment.",
  price_unavailable: "There was no current price.",
  convert_failed: "There was no current price.",
  wallet_not_found: "The merchant accepts none of the available coins.",
};

/**
 * Prices the period of an active plan that needs an invoice now; null if there is none. Writes
 * nothing.
 */
export async function priceDuePeriod(plan: Recurrence, merchant: Merchant, now: Date): Promise<DuePeriod | null> {
  const { acceptedAt, interval, nextPeriodAt } = plan;
  if (plan.status !== "active") return null;
  invariant(acceptedAt, "an active plan was accepted");
  const last = await findLastPeriod(database(), plan.id);
  const number = last !== null && isToRetry(last, now) ? last.number : (last?.number ?? 0) + 1;
  if (number !== last?.number && (nextPeriodAt === null || nextPeriodAt > now)) return null;
  const terms = periodTerms(plan, acceptedAt, number);
  const nextStartsAt = periodStart(acceptedAt, interval, number + 1);
  const isOutlived = nextStartsAt <= now;
  // A gateway that was down must not charge several periods at once.
  const outcome = isOutlived
    ? { failure: OUTLIVED, isForGood: true }
    : await pricedOrReason(merchant, plan, terms.amount);
  return { number, ...terms, nextStartsAt, outcome };
}

function isToRetry({ retryAt }: Period, now: Date): boolean {
  return retryAt !== null && retryAt <= now;
}

async function pricedOrReason(
  merchant: Merchant,
  plan: Recurrence,
  amount: DuePeriod["amount"],
): Promise<PricedOutcome> {
  try {
    return { invoice: await pricePeriod(merchant, plan, amount) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return failureOf(error);
  }
}

/** Converts an error to the failure of a period without an invoice, to be retried. */
export function failureOf(error: AppError): PricedOutcome {
  const failure = isRefusal(error) ? (FAILURES[error.reason] ?? errorText(error)) : `${error.message}.`;
  return { failure, isForGood: false };
}

const RETRY_MS = 10 * 60 * 1000;

/**
 * Inserts or updates a period with its invoice, or with the reason why it has none. Returns null
 * when another worker was first: a period is created once and has at most one invoice. The caller
 * holds the plan's lock.
 *
 * @throws AppError `terminal_not_found` when no address is free: the caller must roll back the
 *   transaction
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

/**
 * The plan may have been read before another worker created a period and moved its time, and so may
 * the periods.
 */
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
  // The payer always gets the full grace period from the creation of the invoice, but the period is
  // decided before the next one begins.
  const whole = graceEnd(now, plan.interval);
  const graceEndsAt = whole < nextStartsAt ? whole : nextStartsAt;
  return { state: "due" as const, failure: null, graceEndsAt, retryAt: null, invoiceId: outcome.invoice.id };
}

/**
 * Inserts an ordinary invoice in the transaction of its period. If the coin has only one network,
 * it already has its price.
 */
async function writeInvoice(tx: Tx, recurrenceId: string, invoice: NewInvoice): Promise<void> {
  const { id, quote, expiresAt, createdAt } = invoice;
  await insertPeriodInvoice(tx, invoice, recurrenceId);
  const coin = quote && { currency: quote.service.currency.code, network: quote.service.network.code };
  await insertEvent(tx, id, "created", coin ?? {});
  if (quote === null) return;
  await addQuote(tx, id, quote, { number: 1, validUntil: expiresAt, createdAt });
  await updateInvoice(tx, id, { currentQuoteId: quote.id });
}
