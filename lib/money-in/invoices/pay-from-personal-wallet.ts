import { randomUUID } from "node:crypto";
import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { type Tx, withTransaction } from "@/lib/kernel/db";
import { type Decimal, ZERO } from "@/lib/kernel/money/decimal";
import { refusal } from "@/lib/kernel/refusals";
import { userReceivable, userWallet } from "@/lib/ledger/account";
import { lockSpendable } from "@/lib/ledger/credit-merchant";
import { creditPayment } from "@/lib/money-in/credits/credit-payment";
import {
  type Confirmed,
  creditTotals,
  type LockedDeposits,
  lockMatchedDeposits,
  paidTotals,
  sumConfirmed,
  toInternalPaymentPart,
} from "@/lib/money-in/invoices/confirmed-deposits";
import { commissionAfter, recordCredits } from "@/lib/money-in/invoices/credit-matched-deposits";
import type { Invoice, Quote } from "@/lib/money-in/invoices/invoice";
import type { MatchedDeposit } from "@/lib/money-in/invoices/matched-deposits";
import { hasPaidBefore, insertInternalPayment, readPayerGate } from "@/lib/money-in/invoices/payments-repo";
import { lockInvoice } from "@/lib/money-in/invoices/repo";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import { isOpen } from "@/lib/money-in/invoices/status";
import { transitionInvoice } from "@/lib/money-in/invoices/transition-invoice";
import { insertEvent } from "@/lib/money-in/time-line/event";
import { assertProvenUnlessSmall } from "@/lib/people/guards/assert-proven";
import { knownBefore } from "@/lib/people/guards/destinations-repo";
import { findValue } from "@/lib/people/guards/evaluate-value";

export type PersonalPayment = {
  readonly invoiceId: string;
  readonly userId: string;
  /**
   * The amount shown to the payer: exactly that is taken, or nothing. Null takes whatever is due.
   */
  readonly agreed?: { readonly quoteId: string; readonly amount: Decimal } | null;
};

/**
 * Pays the rest of an open invoice from a user's personal wallet: immediately, off-chain, in one
 * transaction. The merchant is credited as for any payment (commission, referrer, conversion),
 * confirmed parts that waited for the rest are credited with it, and the webhook is sent.
 * Idempotent: an invoice is paid this way at most once.
 *
 * @throws Refusal for a `balance_` reason: another payment is pending, closed, expired, changed
 *   meanwhile, the balance is too small; `confirmation_needed`
 */
export async function payFromPersonalWallet(order: PersonalPayment, now = new Date()): Promise<void> {
  // Processes the deposits read so far first, so that the current state is evaluated.
  await settleInvoice(order.invoiceId, now);
  await withTransaction((tx) => payInTransaction(tx, order, now));
}

async function payInTransaction(tx: Tx, order: PersonalPayment, now: Date): Promise<void> {
  const invoice = await lockInvoice(tx, order.invoiceId);
  if (invoice === null || invoice.walletId !== null) throw refusal("payment_not_found");
  const locked = await lockMatchedDeposits(tx, invoice);
  if (locked.confirmed.internal?.payment.userId === order.userId) return;
  const due = remainingDue(invoice, locked.matched, locked.confirmed, now);
  assertAgreed(due, order.agreed ?? null);
  const gate = await readPayerGate(tx, order.userId, invoice.merchantId, now);
  if (!gate.isUserActive) throw refusal("balance_account_inactive");
  if (gate.isPasswordNew) throw refusal("balance_password_new");
  if (!gate.isMerchantOpen) throw refusal("balance_shop_closed");
  await assertProvenUnlessSmall(tx, {
    worth: () => findValue(tx, { currency: due.quote.currencyCode, amount: due.amount }),
    isKnown: () => hasPaidBefore(tx, order.userId, invoice.merchantId, knownBefore(now)),
  });
  await takeAndCredit(tx, invoice, locked, due, order.userId);
}

function assertAgreed(due: RemainingDue, agreed: PersonalPayment["agreed"]): void {
  if (!agreed || (agreed.quoteId === due.quote.id && agreed.amount.eq(due.amount))) return;
  throw refusal("balance_amount_changed");
}

/** Requires a locked row; only the wallet can still reject the payment. */
async function takeAndCredit(
  tx: Tx,
  invoice: Invoice,
  { confirmed }: LockedDeposits,
  { quote, amount }: RemainingDue,
  userId: string,
): Promise<void> {
  const { id: invoiceId, merchantId } = invoice;
  const { standing, items } = await recordCredits(tx, invoice, confirmed);
  const commission = commissionAfter(invoice, quote, amount, { matched: confirmed.matched, standing });
  const coin = { currencyCode: quote.currencyCode, amount, commission };
  const payment = { id: randomUUID(), invoiceId, quoteId: quote.id, userId, ...coin };
  await insertInternalPayment(tx, payment);
  const told = { payment: payment.id, currency: coin.currencyCode, amount: amount.toFixed() };
  await insertEvent(tx, invoiceId, "paid-from-balance", { ...told, commission: commission.toFixed() });
  const reference = `${payment.id}:1`;
  const currency = coin.currencyCode;
  const from = userWallet(userId, currency);
  const own = { kind: "invoice.credit-internal" as const, reference, groupId: `internal:${reference}` };
  await creditPayment(tx, {
    merchantId,
    invoiceId,
    items: [...items, { ...own, currency, amount, commission, from }],
    giver: {
      accounts: [from, userReceivable(userId, currency)],
      assertAble: async () => {
        if ((await lockSpendable(tx, userId, currency)).lt(amount)) throw refusal("balance_too_small");
      },
    },
  });
  // Without the merchant, whose people need not learn who its payers are.
  await recordAudit(tx, {
    actorId: userId,
    action: "invoice.pay-from-balance",
    target: invoiceId,
    detail: told,
    before: { status: invoice.status },
    after: { status: "paid" },
  });
  const all = { matched: confirmed.matched, internal: toInternalPaymentPart(invoice, payment, quote) };
  await transitionInvoice(tx, invoice, "paid", {
    paymentOutcome: "exact",
    reversedAt: null,
    ...paidTotals(all),
    ...creditTotals(invoice, standing, all),
  });
}

type RemainingDue = { readonly quote: Quote; readonly amount: Decimal };

/**
 * Returns the exact amount due: the current quote's amount less the confirmed parts. Pure.
 * @throws AppError where it is undefined, or nothing may be paid: no coin, closed, expired, or a
 *   payment with an unknown outcome
 */
function remainingDue(
  invoice: Invoice,
  matched: readonly MatchedDeposit[],
  confirmed: Confirmed,
  now: Date,
): RemainingDue {
  const { status, currentQuote, expiresAt } = invoice;
  if (status === "locked") throw refusal("balance_checked");
  if (!isOpen(status)) throw refusal("balance_invoice_closed");
  if (status === "process" || matched.some(isUnsettled)) throw refusal("balance_payment_moving");
  if (currentQuote === null) throw refusal("balance_no_coin");
  if (now >= expiresAt || now >= currentQuote.validUntil) throw refusal("balance_time_over");
  const amount = currentQuote.payerAmount.minus(sumConfirmed(confirmed));
  if (!amount.gt(ZERO)) throw refusal("balance_nothing_left");
  return { quote: currentQuote, amount };
}

/** Whether it is seen but unconfirmed, or vanished from its chain while still booked. */
function isUnsettled({ deposit }: MatchedDeposit): boolean {
  return deposit.status === "seen" || (deposit.status === "vanished" && deposit.bookedInclusion !== null);
}
