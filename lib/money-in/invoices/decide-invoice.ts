import { type Decimal, decimal, HUNDRED, ONE, ZERO } from "@/lib/kernel/money/decimal";
import type { PaymentOutcome } from "@/lib/money-in/invoices/invoice";
import { type InvoiceStatus, isOpen } from "@/lib/money-in/invoices/status";

/**
 * A payment in time that is seen and not deep enough holds the decision at expiry for at most this
 * long.
 */
export const IN_FLIGHT_HOLD_MS = 6 * 60 * 60 * 1000;
/** How long a reversed payment may come back before the invoice fails. */
export const REVERSAL_WAIT_MS = 24 * 60 * 60 * 1000;

export type InvoiceSituation = {
  readonly status: InvoiceStatus;
  readonly expiresAt: Date;
  /** Set while a credited deposit is gone from its chain. */
  readonly reversedAt: Date | null;
  readonly isPaymentMultiple: boolean;
  readonly accuracyPercent: Decimal;
  /** What the current quote asks for; null when no coin was chosen. */
  readonly due: Decimal | null;
  /** One payable unit of its coin. */
  readonly payableUnit: Decimal;
  /** Confirmed parts that count, in the current quote's coin. */
  readonly confirmed: Decimal;
  /** A part that counts is in a block and not deep enough. */
  readonly isWaiting: boolean;
  /** A part that counts is in no block yet: it may be replaced or dropped at any time. */
  readonly isInMempool: boolean;
  /**
   * A booked part left its chain, and nobody has agreed yet that it is gone: it may neither be
   * credited nor passed over.
   */
  readonly isDisputed: boolean;
  /** Screening holds a part that would count, and the operator has not decided about it. */
  readonly isHeld: boolean;
  /**
   * What would have paid it is no more, and nothing has come in its place: see
   * {@link isPaymentGone}.
   */
  readonly hasVanished: boolean;
  /** A late part was accepted: a closed invoice is decided again. */
  readonly hasAcceptedLate: boolean;
  /** Every network on which it can be paid has been read beyond its expiry. */
  readonly isReadBeyondExpiry: boolean;
};

export type Decision = { readonly status: InvoiceStatus; readonly paymentOutcome: PaymentOutcome | null };

/**
 * What an invoice's status must be, given what the chains show: the one function that decides
 * (money.md, "Invoice states"). Pure; the same situation always gives the same answer, so it may
 * run any number of times.
 */
export function decideInvoice(situation: InvoiceSituation, now: Date): Decision {
  const { status } = situation;
  const closedShort = status === "cancel" || status === "wrong_amount";
  if (closedShort) return situation.hasAcceptedLate ? decideLate(situation) : keep(status);
  return isOpen(status) || status === "locked" ? decideOpen(situation, now) : keep(status);
}

function decideOpen(situation: InvoiceSituation, now: Date): Decision {
  if (situation.isDisputed || (situation.isWaiting && !isHoldOver(situation, now)))
    return { status: situation.isHeld ? "locked" : "process", paymentOutcome: null };
  const sum = evaluateSum(situation);
  if (sum !== null) return sum;
  if (situation.isHeld) return { status: "locked", paymentOutcome: null };
  if (situation.reversedAt !== null) return decideReversed(situation, situation.reversedAt, now);
  return decideShort(situation, now);
}

/**
 * What stands does not suffice. What does is not held up by something that only a mempool shows:
 * that promises nothing.
 */
function decideShort(situation: InvoiceSituation, now: Date): Decision {
  if (situation.isInMempool && !isHoldOver(situation, now)) return { status: "process", paymentOutcome: null };
  const hasPart = situation.confirmed.gt(ZERO);
  if (hasPart && !situation.isPaymentMultiple) return { status: "wrong_amount", paymentOutcome: "under" };
  if (now > situation.expiresAt && situation.isReadBeyondExpiry) return decideExpired(situation);
  return { status: situation.isWaiting || situation.isInMempool ? "process" : "check", paymentOutcome: null };
}

/** Paid or paid over; null when the sum falls short by a payable unit or more. */
function evaluateSum(
  situation: Pick<InvoiceSituation, "due" | "confirmed" | "payableUnit" | "accuracyPercent">,
): Decision | null {
  const { due, confirmed, payableUnit, accuracyPercent } = situation;
  if (due === null) return null;
  if (confirmed.gt(due)) return { status: "paid_over", paymentOutcome: "over" };
  const enough = due.times(ONE.minus(accuracyPercent.dividedBy(HUNDRED)));
  const isShortByLessThanAUnit = due.minus(confirmed).lt(payableUnit);
  if (confirmed.gte(enough) || isShortByLessThanAUnit) {
    return { status: "paid", paymentOutcome: confirmed.equals(due) || isShortByLessThanAUnit ? "exact" : "under" };
  }
  return null;
}

/** A part that left its chain or the mempool, or stands. */
export type Witnessed = { readonly isVanished: boolean; readonly wasInBlock: boolean; readonly counted: Decimal };

/**
 * Whether the payment of an invoice was taken away: a part that was in a block is there no more; or
 * one that only a mempool showed, without which what stands does not pay the invoice and with which
 * it would have, and nothing came late in its place. Dust that somebody replaces says nothing about
 * who pays, and a payer who raised his fee after the end has paid late, which may still be
 * accepted.
 */
export function isPaymentGone(
  terms: Pick<InvoiceSituation, "due" | "payableUnit" | "accuracyPercent">,
  matched: readonly Witnessed[],
  hasLate: boolean,
): boolean {
  const gone = matched.filter(({ isVanished }) => isVanished);
  if (gone.some(({ wasInBlock }) => wasInBlock)) return true;
  if (hasLate) return false;
  const standing = matched.reduce((sum, { isVanished, counted }) => (isVanished ? sum : sum.plus(counted)), ZERO);
  const suffices = (confirmed: Decimal) => evaluateSum({ ...terms, confirmed }) !== null;
  return !suffices(standing) && gone.some(({ counted }) => suffices(standing.plus(counted)));
}

function decideLate(situation: InvoiceSituation): Decision {
  const sum = evaluateSum(situation);
  return { status: sum?.status ?? "wrong_amount", paymentOutcome: "late" };
}

/** Gone for good: the invoice failed, unless other parts stand, which are the merchant's. */
function decideReversed(situation: InvoiceSituation, reversedAt: Date, now: Date): Decision {
  if (now.getTime() - reversedAt.getTime() <= REVERSAL_WAIT_MS) return { status: "process", paymentOutcome: null };
  if (situation.confirmed.gt(ZERO)) return { status: "wrong_amount", paymentOutcome: "under" };
  return { status: "fail", paymentOutcome: null };
}

function decideExpired(situation: InvoiceSituation): Decision {
  if (situation.confirmed.gt(ZERO)) return { status: "wrong_amount", paymentOutcome: "under" };
  return { status: situation.hasVanished && situation.status === "process" ? "fail" : "cancel", paymentOutcome: null };
}

function isHoldOver(situation: InvoiceSituation, now: Date): boolean {
  return now.getTime() > situation.expiresAt.getTime() + IN_FLIGHT_HOLD_MS;
}

function keep(status: InvoiceStatus): Decision {
  return { status, paymentOutcome: null };
}

/** One unit in the last payable decimal. */
export function payableUnit(payableDecimals: number): Decimal {
  return payableDecimals === 0 ? ONE : decimal(`0.${"0".repeat(payableDecimals - 1)}1`);
}
