import type { Tx } from "@/lib/kernel/db";
import { invariant } from "@/lib/kernel/errors";
import { type Decimal, sum, ZERO } from "@/lib/kernel/money/decimal";
import { invoicePending } from "@/lib/ledger/account";
import { type CreditItem, creditPayment, type ReversibleCredit } from "@/lib/money-in/credits/credit-payment";
import { inclusionReference } from "@/lib/money-in/deposits/deposit";
import type { Confirmed, InternalPaymentPart } from "@/lib/money-in/invoices/confirmed-deposits";
import type { Invoice, Quote } from "@/lib/money-in/invoices/invoice";
import type { MatchedDeposit } from "@/lib/money-in/invoices/matched-deposits";
import { insertCredit, listStandingCredits, type StandingCredit } from "@/lib/money-in/invoices/merchant-terms-repo";
import { spreadCommission } from "@/lib/money-in/invoices/payer-amount";
import { insertEvent } from "@/lib/money-in/time-line/event";

/** Credits every confirmed part that is not yet credited to the merchant. */
export async function creditMatchedDeposits(tx: Tx, invoice: Invoice, confirmed: Confirmed): Promise<StandingCredit[]> {
  const { standing, items } = await recordCredits(tx, invoice, confirmed);
  await creditPayment(tx, { merchantId: invoice.merchantId, invoiceId: invoice.id, items });
  return standing;
}

/**
 * Records the credits of all parts that have none yet. Returns all standing credits, and the new
 * ones as items for the caller to credit in the same transaction.
 *
 * The commission is computed on the total received for one quote and spread over its parts, so that
 * two halves pay exactly what one whole would: each part pays the increase of the total's
 * commission.
 */
export async function recordCredits(
  tx: Tx,
  invoice: Invoice,
  { matched, internal }: Confirmed,
): Promise<{ readonly standing: StandingCredit[]; readonly items: CreditItem[] }> {
  const before = await listStandingCredits(tx, invoice.id);
  const fresh = distinctQuotes(matched).flatMap((quote) => {
    const ofQuote = matched.filter((matchedDeposit) => matchedDeposit.quote.id === quote.id);
    return freshCredits(invoice, quote, ofQuote, before, internal);
  });
  for (const credit of fresh) await recordCredit(tx, invoice, credit);
  return {
    standing: [...before, ...fresh],
    items: fresh.map((credit) => ({
      ...toReversibleCredit(credit),
      from: invoicePending(invoice.merchantId, credit.currencyCode),
    })),
  };
}

/** Returns the commission on a further amount for a quote, after all its credited parts. */
export function commissionAfter(
  invoice: Invoice,
  quote: Quote,
  amount: Decimal,
  { matched, standing }: { readonly matched: readonly MatchedDeposit[]; readonly standing: readonly StandingCredit[] },
): Decimal {
  const ofQuote = matched.filter((matchedDeposit) => matchedDeposit.quote.id === quote.id);
  const credits = ofQuote.flatMap(({ deposit }) => standing.find((credit) => credit.depositId === deposit.id) ?? []);
  return spread(invoice, quote, credits, [amount])[0] ?? ZERO;
}

/**
 * Returns the matched deposits of one quote that are not yet credited, each with its share of the
 * commission.
 */
function freshCredits(
  invoice: Invoice,
  quote: Quote,
  matched: readonly MatchedDeposit[],
  standing: readonly StandingCredit[],
  internal: InternalPaymentPart | null,
): StandingCredit[] {
  const creditOf = (matchedDeposit: MatchedDeposit) =>
    standing.find((credit) => credit.depositId === matchedDeposit.deposit.id);
  const before = matched.flatMap((matchedDeposit) => creditOf(matchedDeposit) ?? []);
  const fresh = matched.filter((matchedDeposit) => creditOf(matchedDeposit) === undefined);
  const commissions = spread(
    invoice,
    quote,
    internal?.quote.id === quote.id ? [...before, internal.payment] : before,
    fresh.map(({ deposit }) => deposit.amount),
  );
  return fresh.map(({ deposit }, index) => {
    invariant(deposit.bookedInclusion !== null, `deposit ${deposit.id} is credited only when it is booked`);
    return {
      depositId: deposit.id,
      inclusion: deposit.bookedInclusion,
      currencyCode: deposit.currencyCode,
      amount: deposit.amount,
      commission: commissions[index] ?? ZERO,
    };
  });
}

function spread(
  { subtractPercent }: Invoice,
  quote: Quote,
  before: readonly { readonly amount: Decimal; readonly commission: Decimal }[],
  amounts: readonly Decimal[],
): Decimal[] {
  const credited = {
    received: sum(before.map(({ amount }) => amount)),
    kept: sum(before.map(({ commission }) => commission)),
  };
  return spreadCommission(credited, amounts, { ...quote, subtractPercent });
}

async function recordCredit(tx: Tx, invoice: Invoice, credit: StandingCredit): Promise<void> {
  await insertCredit(tx, { invoiceId: invoice.id, credit });
  await insertEvent(tx, invoice.id, "credited", {
    deposit: credit.depositId,
    currency: credit.currencyCode,
    amount: credit.amount.toFixed(),
    commission: credit.commission.toFixed(),
  });
}

function distinctQuotes(matched: readonly MatchedDeposit[]): Quote[] {
  return [...new Map(matched.map((matchedDeposit) => [matchedDeposit.quote.id, matchedDeposit.quote])).values()];
}

/**
 * Returns the ledger item of a credited part, for its credit and its reversal; the caller adds the
 * account.
 */
export function toReversibleCredit(credit: StandingCredit): Omit<ReversibleCredit, "from"> {
  const reference = inclusionReference({ id: credit.depositId }, credit.inclusion);
  return {
    kind: "invoice.credit",
    reference,
    groupId: `deposit:${reference}`,
    currency: credit.currencyCode,
    amount: credit.amount,
    commission: credit.commission,
  };
}
