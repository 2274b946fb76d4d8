import type { CaseKind } from "@/lib/generated/prisma/client";
import { type Decimal, ZERO } from "@/lib/kernel/money/decimal";
import { isReleased, type OpenedCase } from "@/lib/money-in/cases/case";
import { type Deposit, ownCaseKind } from "@/lib/money-in/deposits/deposit";
import type { Invoice, Quote } from "@/lib/money-in/invoices/invoice";
import { isOpen } from "@/lib/money-in/invoices/status";

/** Decimals of a deposit's amount converted to another quote's coin: the scale of the column. */
const COUNTED_DECIMALS = 18;
const DOWN = 1;

/** A deposit that counts for the invoice, with the quote whose rate applies. */
export type MatchedDeposit = {
  readonly deposit: Deposit;
  readonly quote: Quote;
  /** In the current quote's coin. */
  readonly counted: Decimal;
};

/**
 * Finds the quote that a deposit pays: same coin, same network. If there are several, the newest
 * one that existed when the deposit was seen, so that a new price never changes the value of an
 * earlier payment.
 */
export function quoteOf(deposit: Deposit, quotes: readonly Quote[]): Quote | null {
  const fitting = quotes.filter(
    (quote) => quote.currencyCode === deposit.currencyCode && quote.networkCode === deposit.networkCode,
  );
  return fitting.findLast((quote) => quote.createdAt <= deposit.seenAt) ?? fitting[0] ?? null;
}

/** Returns why a deposit may not be credited automatically; null when it counts for the invoice. */
export function caseKindOf(invoice: Invoice, deposit: Deposit, quotes: readonly Quote[]): CaseKind | null {
  const own = ownCaseKind(deposit);
  if (own !== null) return own;
  const quote = quoteOf(deposit, quotes);
  if (quote === null) {
    return quotes.some(({ networkCode }) => networkCode === deposit.networkCode) ? "wrong_token" : "wrong_network";
  }
  if (isOpen(invoice.status) || invoice.status === "locked")
    return isInTime(invoice, deposit) && !isOutlived(quote, deposit, quotes) ? null : "late";
  const wasPaid = invoice.status !== "cancel" && invoice.status !== "wrong_amount" && invoice.status !== "fail";
  return wasPaid ? "extra" : "late";
}

/** Whether it was in a block, or seen by the gateway, before the invoice expired. */
export function isInTime(invoice: Pick<Invoice, "expiresAt">, deposit: Pick<Deposit, "blockTime" | "seenAt">): boolean {
  const inBlockInTime = deposit.blockTime !== null && deposit.blockTime <= invoice.expiresAt;
  return inBlockInTime || deposit.seenAt <= invoice.expiresAt;
}

/**
 * Whether it arrived after this quote's validity, and the invoice has had a newer quote since.
 * Otherwise a payer who renews in another coin could choose, long afterwards, the better of the two
 * prices; or send first, and renew before the watcher has read the block.
 */
function isOutlived(quote: Quote, { blockTime, seenAt }: Deposit, quotes: readonly Quote[]): boolean {
  const cameAt = blockTime !== null && blockTime < seenAt ? blockTime : seenAt;
  if (cameAt <= quote.validUntil) return false;
  return quotes.some(({ number, createdAt }) => number > quote.number && createdAt > quote.validUntil);
}

/**
 * Whether screening holds the deposit and the operator has not decided yet, or its refund is in
 * progress.
 */
export function isHeldByScreening(opened: OpenedCase): boolean {
  return opened.kind === "locked" && (opened.status === "open" || opened.status === "refunding");
}

/** Returns the deposits that count for an invoice: without a case, or released by one. */
export function matchDeposits(
  invoice: Invoice,
  deposits: readonly Deposit[],
  quotes: readonly Quote[],
  cases: ReadonlyMap<string, OpenedCase>,
): MatchedDeposit[] {
  return deposits.flatMap((deposit) => {
    const opened = cases.get(deposit.id);
    if (opened && !isReleased(opened)) return [];
    const isNew = deposit.bookedInclusion === null;
    if (!opened && isNew && caseKindOf(invoice, deposit, quotes) !== null) return [];
    const quote = quoteOf(deposit, quotes);
    return quote === null
      ? []
      : [{ deposit, quote, counted: countedAmount(deposit, quote, invoice.currentQuote ?? quote) }];
  });
}

/** Converts a part to another quote's coin, as the same share of the amount due. */
export function countedAmount(deposit: Pick<Deposit, "amount">, quote: Quote, current: Quote): Decimal {
  return countAmount(deposit.amount, quote, current);
}

export function countAmount(amount: Decimal, quote: Quote, current: Quote): Decimal {
  if (quote.id === current.id) return amount;
  return amount.times(current.payerAmount).dividedBy(quote.payerAmount).toDecimalPlaces(COUNTED_DECIMALS, DOWN);
}

export function sumCounted(matched: readonly MatchedDeposit[]): Decimal {
  return matched.reduce((sum, matchedDeposit) => sum.plus(matchedDeposit.counted), ZERO);
}
