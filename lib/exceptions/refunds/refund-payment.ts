import { beginRefund } from "@/lib/exceptions/refunds/begin-refund";
import { planRefund, priceRefund, type RefundPlan } from "@/lib/exceptions/refunds/plan-refund";
import { orderedDetail, type Refund, refundErrors } from "@/lib/exceptions/refunds/refund";
import { reserveFromBalance } from "@/lib/exceptions/refunds/refund-funds";
import { isRefundable, lockPayment, readRefundable } from "@/lib/exceptions/refunds/refundable";
import { hasLivePaymentRefund, isPaymentConverted, readRefundsNeedPayoutKey } from "@/lib/exceptions/refunds/repo";
import type { RefundInput } from "@/lib/exceptions/refunds/schema";
import type { ApiKeyKind } from "@/lib/generated/prisma/client";
import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { database, type Tx, withTransaction } from "@/lib/kernel/db";
import { AppError, invariant } from "@/lib/kernel/errors";
import { reevaluateOnConflict } from "@/lib/ledger/credit-merchant";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { transitionInvoice } from "@/lib/money-in/invoices/transition-invoice";
import { insertEvent } from "@/lib/money-in/time-line/event";
import { assertMayPayOut } from "@/lib/people/guards/assert-may-pay-out";
import type { Merchant } from "@/lib/people/merchants/merchant";

export type RefundPaymentOptions = {
  /**
   * Additional writes in the refund's transaction; `payment` is in its state under the lock.
   * Throwing rolls everything back.
   */
  readonly witness?: (tx: Tx, refund: Refund, payment: Invoice) => Promise<void>;
  /** The machine API creates it with the payment key. */
  readonly isByPaymentKey?: boolean;
};

/**
 * Refunds a payment in full or in part to an address: reserves the funds, moves the payment to
 * `refund_process` and queues the send, in one transaction under the payment's lock. Partial
 * refunds never exceed the paid amount in total; only one can be under way.
 *
 * @param requestedById the user who creates it; null for the machine API and for rules
 * @throws AppError with the specification's text, or naming the invalid parameter; no funds were
 *   taken then
 */
export async function refundPayment(
  merchant: Merchant,
  input: RefundInput,
  requestedById: string | null = null,
  { witness, isByPaymentKey = false }: RefundPaymentOptions = {},
): Promise<Refund> {
  await assertMayPayOut(merchant.id);
  const plan = await planRefund(merchant, input, { mustBeCovered: true });
  const order = () =>
    withTransaction(async (tx) => {
      const { refund, payment } = await carryOut(tx, plan, { requestedById, isByPaymentKey });
      await witness?.(tx, refund, payment);
      return refund;
    });
  return await reevaluateOnConflict(order, refundErrors.notEnoughFunds);
}

type Ordered = { readonly refund: Refund; readonly payment: Invoice };

type By = { readonly requestedById: string | null; readonly isByPaymentKey: boolean };

/** Evaluates again, under the locks, what may have changed since planning. */
async function carryOut(tx: Tx, plan: RefundPlan, { requestedById, isByPaymentKey }: By): Promise<Ordered> {
  const { pricing, address, asked } = plan;
  const invoice = await lockPayment(tx, plan.invoice);
  invariant(invoice, "a payment is never deleted");
  if (!isRefundable(invoice) || (await hasLivePaymentRefund(tx, invoice.id))) throw refundErrors.notCompleted();
  if ((await isPaymentConverted(tx, invoice.id)) !== (pricing.rate !== null))
    throw refundErrors.serverError({ invoice: invoice.id, reason: "its conversion changed meanwhile" });
  const { merchantId } = invoice;
  const refundable = await readRefundable(tx, invoice);
  const { conversion, ...amounts } = priceRefund(merchantId, pricing, refundable, asked);
  const { service, isSubtract, feeQuote } = pricing;
  const owner = { merchantId, kind: "payment" as const, invoiceId: invoice.id, walletId: null, caseId: null };
  const coin = { networkCode: service.network.code, currencyCode: service.currency.code, address };
  const how = { isSubtract, feeQuoteId: feeQuote.id, createdById: requestedById };
  const refund = await beginRefund(tx, {
    terms: { ...owner, ...coin, ...amounts, ...how },
    network: service.network,
    guardedMerchantId: merchantId,
    isByPaymentKey,
    reserve: (open, taken) => reserveFromBalance(open, taken, conversion),
  });
  await insertEvent(tx, invoice.id, "refund-ordered", orderedDetail(refund));
  const change = { before: { status: invoice.status }, after: { status: "refund_process" } };
  await transitionInvoice(tx, invoice, "refund_process");
  const detail = { refund: refund.id, amount: refund.amount.toFixed(), currency: refund.currencyCode, address };
  await recordAudit(tx, {
    actorId: requestedById,
    merchantId,
    action: "payment.refund",
    target: invoice.id,
    detail,
    ...change,
  });
  return { refund, payment: invoice };
}

/**
 * Allows refunds with either key, unless the merchant requires the payout key for them.
 * @throws AppError `Invalid Sign.`, as for any wrong key
 */
export async function assertRefundKey(merchantId: string, keyKind: ApiKeyKind): Promise<void> {
  if (keyKind === "payout" || !(await readRefundsNeedPayoutKey(database(), merchantId))) return;
  throw new AppError("invalid_signature", "Invalid Sign.");
}
