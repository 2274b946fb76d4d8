import { type Decimal, decimal, HUNDRED, ONE, ZERO } from "@/lib/kernel/money/decimal";
import type { PaymentOutcome } from "@/lib/money-in/invoices/invoice";
import { type InvoiceStatus, isOpen } from "@/lib/money-in/invoices/status";

/** Maximum time for which an unconfirmed payment that was in time holds the decision at expiry. */
export const IN_FLIGHT_HOLD_MS = 6 * 60 * 60 * 1000;
/** How long a reversed payment may come back before the invoice fails. */
export const REVERSAL_WAIT_MS = 24 * 60 * 60 * 1000;

export type InvoiceSituation = {
  readonly status: InvoiceStatus;
  readonly expiresAt: Date;
  /** Set while a credited deposit is missing from its chain. */
  readonly reversedAt: Date | null;
  readonly isPaymentMultiple: boolean;
  readonly accuracyPercent: Decimal;
  /** The current quote's amount; null when no coin was chosen. */
  readonly due: Decimal | null;
  /** One payable unit of its coin. */
  readonly payableUnit: Decimal;
  /** Confirmed parts that count, in the current quote's coin. */
  readonly confirmed: Decimal;
  /** A counted part is in a block but not yet confirmed. */
  readonly isWaiting: boolean;
  /** A counted part is not in a block yet: it may be replaced or dropped at any time. */
  readonly isInMempool: boolean;
  /**
   * A booked part left its chain, and no quorum has confirmed that yet: it may be neither credited
   * nor ignored.
   */
  readonly isDisputed: boolean;
  /** Screening holds a part that would count, and the operator has not decided about it. */
  readonly isHeld: boolean;
  /**
   * The payment that would have paid it is gone without a replacement: see {@link isPaymentGone}.
   */
  readonly hasVanished: boolean;
  /** A late part was accepted: a closed invoice is evaluated again. */
  readonly hasAcceptedLate: boolean;
  /** Every network on which it can be paid has been read beyond its expiry. */
  readonly isReadBeyondExpiry: boolean;
};

export type Decision = { readonly status: InvoiceStatus; readonly paymentOutcome: PaymentOutcome | null };

/**
 * Decides an invoice's status from the state of its chains. This is the only function that does so
 * (money.md, "Invoice states"). Pure: the same situation always gives the same result, so it may
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
 * Decides an invoice whose confirmed parts do not suffice. An invoice that is paid in full never
 * waits for a mempool transaction, which promises nothing.
 */
function decideShort(situation: InvoiceSituation, now: Date): Decision {
  if (situation.isInMempool && !isHoldOver(situation, now)) return { status: "process", paymentOutcome: null };
  const hasPart = situation.confirmed.gt(ZERO);
  if (hasPart && !situation.isPaymentMultiple) return { status: "wrong_amount", paymentOutcome: "under" };
  if (now > situation.expiresAt && situation.isReadBeyondExpiry) return decideExpired(situation);
  return { status: situation.isWaiting || situation.isInMempool ? "process" : "check", paymentOutcome: null };
}

/** Returns paid or paid over; null when the total is short by a payable unit or more. */
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

/** A part that exists, or that left its chain or the mempool. */
export type Witnessed = { readonly isVanished: boolean; readonly wasInBlock: boolean; readonly counted: Decimal };

/**
 * Whether the payment of an invoice was withdrawn. True if a part that was in a block is gone. Also
 * true if a mempool-only part is gone that would have completed the payment, the remaining parts do
 * not suffice, and no late payment arrived instead. Replaced dust does not reveal who pays, and a
 * payer who raised the fee after the expiry has paid late, which may still be accepted.
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

/**
 * A permanent reversal fails the invoice, unless other parts remain, which belong to the merchant.
 */
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
