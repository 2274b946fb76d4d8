import { lockOwnersOfCase } from "@/lib/exceptions/cases/lock-case";
import type { Refund } from "@/lib/exceptions/refunds/refund";
import {
  findDeposits,
  findRefund,
  lockCreditedDeposits,
  lockRefundRow,
  sumRefunded,
} from "@/lib/exceptions/refunds/repo";
import type { Tx } from "@/lib/kernel/db";
import { invariant } from "@/lib/kernel/errors";
import { type Decimal, sum, ZERO } from "@/lib/kernel/money/decimal";
import type { OpenedCase } from "@/lib/money-in/cases/case";
import { listGoneBack } from "@/lib/money-in/deposits/repo";
import { findInternalPaymentPart } from "@/lib/money-in/invoices/confirmed-deposits";
import type { Invoice, Quote } from "@/lib/money-in/invoices/invoice";
import { countAmount, quoteOf } from "@/lib/money-in/invoices/matched-deposits";
import { listStandingCredits } from "@/lib/money-in/invoices/merchant-terms-repo";
import { findInvoiceById, listQuotes, lockInvoice } from "@/lib/money-in/invoices/repo";
import type { InvoiceStatus } from "@/lib/money-in/invoices/status";
import { lockWallet } from "@/lib/money-in/static-wallets/repo";
import type { StaticWallet } from "@/lib/money-in/static-wallets/wallet";

/** Closed statuses with money received and no refund under way. */
const REFUNDABLE: ReadonlySet<InvoiceStatus> = new Set([
  "paid",
  "paid_over",
  "wrong_amount",
  "refund_paid",
  "refund_fail",
]);

export function isRefundable({ status }: Pick<Invoice, "status">): boolean {
  return REFUNDABLE.has(status);
}

/** In the coin of the current quote. */
export type Refundable = {
  /** Credited, and verified on its chain. */
  readonly paid: Decimal;
  /** The part not yet refunded. Negative when a deposit left its chain after it was refunded. */
  readonly remaining: Decimal;
};

/**
 * Returns how much of a payment may be refunded. Excludes deposits that left their chain, even
 * before a quorum confirms that they are gone, because refunding them would be a loss for the
 * gateway. Also excludes deposits that were refunded otherwise before they counted for this
 * payment.
 */
export async function readRefundable(tx: Tx, invoice: Invoice): Promise<Refundable> {
  if (invoice.currentQuote === null) return { paid: ZERO, remaining: ZERO };
  const paid = sum((await listRefundableDeposits(tx, invoice)).map(({ counted }) => counted));
  return { paid, remaining: paid.minus(await sumRefunded(tx, invoice.id)) };
}

/** A deposit of a payment that may be refunded. */
export type RefundableDeposit = {
  /** The quote for which it was received. */
  readonly quoteId: string;
  /** In the coin in which it was received. */
  readonly amount: Decimal;
  readonly currencyCode: string;
  readonly networkCode: string;
  /**
   * In the coin of the current quote: a deposit for an earlier quote counts as its share of the
   * amount due then.
   */
  readonly counted: Decimal;
};

/** Lists the deposits that {@link readRefundable} sums up; empty if the payment has no coin. */
export async function listRefundableDeposits(tx: Tx, invoice: Invoice): Promise<RefundableDeposit[]> {
  const current = invoice.currentQuote;
  if (current === null) return [];
  const quotes = await listQuotes(tx, invoice.id);
  const internal = await findInternalPaymentPart(tx, invoice, quotes);
  const credited = await listCreditedDeposits(tx, invoice.id, quotes, current);
  return internal === null ? credited : [...credited, toPart(internal.payment.amount, internal.quote, current)];
}

async function listCreditedDeposits(
  tx: Tx,
  invoiceId: string,
  quotes: readonly Quote[],
  current: Quote,
): Promise<RefundableDeposit[]> {
  const credits = await listStandingCredits(tx, invoiceId);
  const ids = credits.map(({ depositId }) => depositId);
  const deposits = await findDeposits(tx, ids);
  const goneBack = await listGoneBack(tx, ids, invoiceId);
  return deposits.flatMap((deposit) => {
    const credit = credits.find(({ depositId }) => depositId === deposit.id);
    if (credit === undefined || deposit.status !== "confirmed" || goneBack.has(deposit.id)) return [];
    return [toPart(credit.amount, quoteOf(deposit, quotes) ?? current, current)];
  });
}

function toPart(amount: Decimal, quote: Quote, current: Quote): RefundableDeposit {
  const { id: quoteId, currencyCode, networkCode } = quote;
  return { quoteId, amount, currencyCode, networkCode, counted: countAmount(amount, quote, current) };
}

/**
 * Locks a payment with its credited deposits. A top-up is locked after its static wallet and the
 * deposits, the lock order used everywhere.
 */
export async function lockPayment(
  tx: Tx,
  { id, walletId }: { readonly id: string; readonly walletId: string | null },
): Promise<Invoice | null> {
  if (walletId !== null) {
    await lockWallet(tx, walletId);
    await lockCreditedDeposits(tx, id);
    return await lockInvoice(tx, id);
  }
  const invoice = await lockInvoice(tx, id);
  await lockCreditedDeposits(tx, id);
  return invoice;
}

/** A refund with what it belongs to, all locked. */
export type LockedRefund = {
  readonly refund: Refund;
  /** The refunded payment; for a case's refund, the invoice of the case. */
  readonly invoice: Invoice | null;
  readonly wallet: StaticWallet | null;
  readonly opened: OpenedCase | null;
};

/**
 * Locks what a refund belongs to, in the lock order used everywhere, and then the refund. Safe to
 * repeat.
 */
export async function lockRefund(tx: Tx, id: string): Promise<LockedRefund> {
  const found = await findRefund(tx, id);
  invariant(found, `refund ${id} is there`);
  const owners = await lockOwners(tx, found);
  const refund = await lockRefundRow(tx, id);
  invariant(refund, "a refund is never deleted");
  return { refund, ...owners };
}

async function lockOwners(tx: Tx, refund: Refund): Promise<Omit<LockedRefund, "refund">> {
  const none = { invoice: null, wallet: null, opened: null };
  if (refund.invoiceId !== null) {
    const payment = await findInvoiceById(tx, refund.invoiceId);
    invariant(payment, "a payment is never deleted");
    return { ...none, invoice: await lockPayment(tx, payment) };
  }
  if (refund.walletId !== null) return { ...none, wallet: await lockWallet(tx, refund.walletId) };
  invariant(refund.caseId, `refund ${refund.id} is of something`);
  const { opened, invoice } = await lockOwnersOfCase(tx, refund.caseId);
  return { ...none, invoice, opened };
}
