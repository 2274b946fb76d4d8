import type { Tx } from "@/lib/db";
import { findInsidePart } from "@/lib/invoices/confirmed-parts";
import { listStandingCredits } from "@/lib/invoices/credits-repo";
import type { Invoice, Quote } from "@/lib/invoices/invoice";
import { countAmount, quoteOf } from "@/lib/invoices/parts";
import { listQuotes, lockInvoice } from "@/lib/invoices/repo";
import type { InvoiceStatus } from "@/lib/invoices/status";
import { type Decimal, ZERO } from "@/lib/money/decimal";
import { sum } from "@/lib/money/sum";
import { listGoneBack } from "@/lib/refunds/gone-back-repo";
import { findDeposits, lockCreditedDeposits, sumRefunded } from "@/lib/refunds/repo";
import { lockWallet } from "@/lib/wallets/repo";

/** Closed with money, and with no refund under way. */
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
  /** Credited, and on its chain without a doubt. */
  readonly paid: Decimal;
  /** Of that, not refunded before. Below zero when a part left its chain after it was refunded. */
  readonly rest: Decimal;
};

/**
 * What of a payment may go back. Parts that left their chain do not count, also while nobody has agreed yet that they are gone: their
 * refund would be the gateway's loss. Nor do those that were sent back otherwise before they came to this payment.
 */
export async function readRefundable(tx: Tx, invoice: Invoice): Promise<Refundable> {
  const current = invoice.currentQuote;
  if (current === null) return { paid: ZERO, rest: ZERO };
  const quotes = await listQuotes(tx, invoice.id);
  const inside = await findInsidePart(tx, invoice, quotes);
  const paid = (await sumCredited(tx, invoice.id, quotes, current)).plus(inside?.counted ?? ZERO);
  return { paid, rest: paid.minus(await sumRefunded(tx, invoice.id)) };
}

async function sumCredited(tx: Tx, invoiceId: string, quotes: readonly Quote[], current: Quote): Promise<Decimal> {
  const credits = await listStandingCredits(tx, invoiceId);
  const ids = credits.map(({ depositId }) => depositId);
  const deposits = await findDeposits(tx, ids);
  const goneBack = await listGoneBack(tx, ids, invoiceId);
  const counted = deposits.flatMap((deposit) => {
    const credit = credits.find(({ depositId }) => depositId === deposit.id);
    if (credit === undefined || deposit.status !== "confirmed" || goneBack.has(deposit.id)) return [];
    return [countAmount(credit.amount, quoteOf(deposit, quotes) ?? current, current)];
  });
  return sum(counted);
}

/** Locks a payment with its credited deposits. A top-up comes after its static wallet and the deposits, as everywhere. */
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
