import { randomUUID } from "node:crypto";
import { creditPayment } from "@/lib/credits/credit-payment";
import { type Tx, withTransaction } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { assertProvenUnlessSmall } from "@/lib/guards/assert-proven";
import { findValue } from "@/lib/guards/judge-value";
import { knownBefore } from "@/lib/guards/known-destination";
import { toInsidePart } from "@/lib/invoices/confirmed-parts";
import { commissionAfter, recordCredits } from "@/lib/invoices/credit-parts";
import { hasPaidBefore, insertInternalPayment, readPayerGate } from "@/lib/invoices/internal-payments-repo";
import type { Invoice } from "@/lib/invoices/invoice";
import { type LockedParts, lockParts } from "@/lib/invoices/lock-parts";
import { creditTotals, paidTotals } from "@/lib/invoices/paid-totals";
import { insertEvent, lockInvoice } from "@/lib/invoices/repo";
import { type RestDue, refusal, restDue } from "@/lib/invoices/rest-due";
import { settleInvoice } from "@/lib/invoices/settle-invoice";
import { transitionInvoice } from "@/lib/invoices/transition-invoice";
import { userReceivable, userWallet } from "@/lib/ledger/account";
import { lockSpendable } from "@/lib/ledger/spendable";
import { recordAudit } from "@/lib/merchants/audit-repo";
import type { Decimal } from "@/lib/money/decimal";

export type PersonalPayment = {
  readonly invoiceId: string;
  readonly userId: string;
  /** What the payer was shown: exactly that is taken, or nothing. Null takes whatever is due. */
  readonly agreed?: { readonly quoteId: string; readonly amount: Decimal } | null;
};

/**
 * Pays what is left of an open invoice out of a user's personal wallet: at once, without a chain, in one transaction. The merchant is
 * credited as for any payment (commission, referrer, conversion), confirmed parts that waited for the rest are credited with it, and the
 * webhook goes out. Repeating it changes nothing: an invoice is paid so at most once, whatever is sent how often.
 *
 * @throws AppError in words for the payer: another payment is on its way, closed, over, changed meanwhile, the balance is too small;
 * `confirmation_needed`
 */
export async function payFromPersonalWallet(order: PersonalPayment, now = new Date()): Promise<void> {
  // What the chains have shown is taken in first, so that it is judged by what it has become.
  await settleInvoice(order.invoiceId, now);
  await withTransaction((tx) => payInTransaction(tx, order, now));
}

async function payInTransaction(tx: Tx, order: PersonalPayment, now: Date): Promise<void> {
  const invoice = await lockInvoice(tx, order.invoiceId);
  if (invoice === null || invoice.walletId !== null) throw new AppError("not_found", "Payment not found");
  const locked = await lockParts(tx, invoice);
  if (locked.confirmed.inside?.payment.userId === order.userId) return;
  const due = restDue(invoice, locked.parts, locked.confirmed, now);
  assertAgreed(due, order.agreed ?? null);
  const gate = await readPayerGate(tx, order.userId, invoice.merchantId, now);
  if (!gate.isUserActive) throw refusal("Your account may not pay at the moment.");
  if (gate.isPasswordNew) throw refusal("Your password is new: for 24 hours your balance cannot be spent.");
  if (!gate.isMerchantOpen) throw refusal("This shop takes no payments at the moment.");
  await assertProvenUnlessSmall(tx, {
    worth: () => findValue(tx, { currency: due.quote.currencyCode, amount: due.amount }),
    isKnown: () => hasPaidBefore(tx, order.userId, invoice.merchantId, knownBefore(now)),
  });
  await takeAndCredit(tx, invoice, locked, due, order.userId);
}

function assertAgreed(due: RestDue, agreed: PersonalPayment["agreed"]): void {
  if (!agreed || (agreed.quoteId === due.quote.id && agreed.amount.eq(due.amount))) return;
  throw refusal("The amount has changed meanwhile: look at it again before you pay.");
}

/** The row is locked, nothing but the wallet can refuse any more. */
async function takeAndCredit(
  tx: Tx,
  invoice: Invoice,
  { confirmed }: LockedParts,
  { quote, amount }: RestDue,
  userId: string,
): Promise<void> {
  const { id: invoiceId, merchantId } = invoice;
  const { standing, parts } = await recordCredits(tx, invoice, confirmed);
  const commission = commissionAfter(invoice, quote, amount, { parts: confirmed.parts, standing });
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
    parts: [...parts, { ...own, currency, amount, commission, from }],
    giver: {
      accounts: [from, userReceivable(userId, currency)],
      assertAble: async () => {
        if ((await lockSpendable(tx, userId, currency)).lt(amount)) throw refusal("Your balance here is too small.");
      },
    },
  });
  // Without the merchant: its own people need not learn who its payers are.
  await recordAudit(tx, {
    actorId: userId,
    action: "invoice.pay-from-balance",
    target: invoiceId,
    detail: told,
    before: { status: invoice.status },
    after: { status: "paid" },
  });
  const all = { parts: confirmed.parts, inside: toInsidePart(invoice, payment, quote) };
  await transitionInvoice(tx, invoice, "paid", {
    paidHow: "exact",
    reversedAt: null,
    ...paidTotals(all),
    ...creditTotals(invoice, standing, all),
  });
}
