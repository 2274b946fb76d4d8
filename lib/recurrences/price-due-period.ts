import { database } from "@/lib/db";
import { AppError, invariant } from "@/lib/errors";
import type { NewInvoice } from "@/lib/invoices/insert-invoice-repo";
import type { Merchant } from "@/lib/merchants/merchant";
import { periodStart } from "@/lib/recurrences/calendar";
import { findLastPeriod } from "@/lib/recurrences/periods-repo";
import { pricePeriod } from "@/lib/recurrences/price-period";
import { type Period, periodTerms, type Recurrence } from "@/lib/recurrences/recurrence";

/** A period that begins now, or whose invoice is tried to be made again. */
export type DuePeriod = Pick<Period, "number" | "amount" | "startsAt"> & {
  /** When the following one begins. */
  readonly nextStartsAt: Date;
  readonly outcome: PricedOutcome;
};

export type PricedOutcome =
  | { readonly invoice: NewInvoice }
  /** Why there is none, in words for the merchant. */
  | { readonly failure: string; readonly isForGood: boolean };

const OUTLIVED = "This gateway did not run while the period lasted.";

/** What the specification's texts mean for a merchant who looks at a period. */
const FAILURES: Readonly<Record<string, string>> = {
  "You are forbidden": "Payments are blocked.",
  "The terminal was not found": "No network that it could be paid on was ready.",
  "Gateway error": "There was no current price for it.",
  "Error convert to_currency": "There was no current price for it.",
  "Wallet not found": "The merchant accepts none of the coins that it could be paid with.",
};

/** The period of an active plan that needs an invoice at this moment, priced; null for none. Writes nothing. */
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
  // Nobody is asked for several periods at once because the gateway stood still.
  const outcome = isOutlived
    ? { failure: OUTLIVED, isForGood: true }
    : await pricedOrWhyNot(merchant, plan, terms.amount);
  return { number, ...terms, nextStartsAt, outcome };
}

function isToRetry({ retryAt }: Period, now: Date): boolean {
  return retryAt !== null && retryAt <= now;
}

async function pricedOrWhyNot(
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

/** A refusal as the reason of a period without an invoice; it is tried again. */
export function failureOf(error: AppError): PricedOutcome {
  return { failure: FAILURES[error.message] ?? `${error.message}.`, isForGood: false };
}
