import { assertDecidable, type LockedCase, lockDecidableCase } from "@/lib/exceptions/cases/lock-case";
import { beginRefund } from "@/lib/exceptions/refunds/begin-refund";
import { priceHeld } from "@/lib/exceptions/refunds/held-refund";
import {
  type CaseRefundPlan,
  type CaseRefundQuestion,
  planCaseRefund,
} from "@/lib/exceptions/refunds/plan-case-refund";
import { orderedDetail, type Refund, refundErrors } from "@/lib/exceptions/refunds/refund";
import { reserveFromHeld } from "@/lib/exceptions/refunds/refund-funds";
import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { type Tx, withTransaction } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { countLockedCases, updateCaseRefund } from "@/lib/money-in/cases/case";
import { listGoneBack } from "@/lib/money-in/deposits/repo";
import { lockMatchedDeposits } from "@/lib/money-in/invoices/confirmed-deposits";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { transitionInvoice } from "@/lib/money-in/invoices/transition-invoice";
import { closeWhereDecided } from "@/lib/money-in/questionnaires/repo";
import { insertEvent } from "@/lib/money-in/time-line/event";
import { assertMayPayOut, assertOperatorCooldownOver } from "@/lib/people/guards/assert-may-pay-out";

export type CaseRefundOrder = CaseRefundQuestion & {
  /** The user who decides. */
  readonly actorId: string | null;
  /** Additional writes in the refund's transaction; throws to refuse the refund. */
  readonly witness?: (tx: Tx, refund: Refund) => Promise<void>;
};

/**
 * Sends the deposit of a case to an address, less the fee. A merchant decides its own cases, under
 * its guards; the operator decides cases without an owner and cases held by screening, outside the
 * operator cooldown. Happens once: the case is `refunding` from then on, `refunded` when the refund
 * is paid, open again when it fails. An invoice that received nothing but held deposits moves to
 * `refund_process` with it.
 *
 * @throws AppError the refusal of {@link planCaseRefund} or of a guard, or `refused` when an
 *   address is required; no funds were taken then
 */
export async function refundCase(order: CaseRefundOrder): Promise<Refund> {
  if (order.merchantId !== null) await assertMayPayOut(order.merchantId);
  else if (order.actorId !== null) await assertOperatorCooldownOver(order.actorId, "case.refund", new Date());
  const plan = await planCaseRefund(order);
  const { address, doubt } = plan;
  if (address === null) throw new AppError("refused", `${doubt ?? "The sender is unknown"}: enter an address`);
  return await withTransaction((tx) => carryOut(tx, order, { ...plan, address }));
}

async function carryOut(
  tx: Tx,
  { caseId, merchantId, actorId, witness }: CaseRefundOrder,
  { service, feeQuote, address }: CaseRefundPlan & { readonly address: string },
): Promise<Refund> {
  const locked = await lockDecidableCase(tx, caseId, merchantId);
  assertDecidable(locked);
  const { opened } = locked;
  // The deposit left the chain and returned after it had been refunded, by this case or otherwise:
  // the gateway does not pay twice.
  if ((await listGoneBack(tx, [opened.depositId])).has(opened.depositId)) throw refundErrors.onlyOnce();
  const amounts = priceHeld(service, opened.amount, feeQuote);
  const { currencyCode, networkCode } = opened;
  const owner = { merchantId: opened.merchantId, kind: "case" as const, invoiceId: null, walletId: null, caseId };
  const money = { ...amounts, fromCode: currencyCode, debitedAmount: amounts.amount, isSubtract: false };
  const how = { feeQuoteId: feeQuote.id, createdById: actorId };
  const refund = await beginRefund(tx, {
    terms: { ...owner, networkCode, currencyCode, address, ...money, ...how },
    network: service.network,
    guardedMerchantId: merchantId,
    reserve: async (open, taken) => {
      const resolution = `Refunding to ${address}`;
      await updateCaseRefund(open, caseId, { status: "refunding", resolution, closedById: actorId });
      await recordOnInvoice(open, locked, taken);
      await reserveFromHeld(open, taken);
    },
  });
  if (locked.invoice !== null) await closeWhereDecided(tx, locked.invoice.id);
  const detail = { refund: refund.id, amount: amounts.amount.toFixed(), currency: currencyCode, address };
  const of = opened.merchantId === null ? {} : { merchantId: opened.merchantId };
  const change = { before: { status: opened.status }, after: { status: "refunding" } };
  await recordAudit(tx, { actorId, ...of, action: "case.refund", target: caseId, detail, ...change });
  await witness?.(tx, refund);
  return refund;
}

async function recordOnInvoice(tx: Tx, { invoice, opened }: LockedCase, refund: Refund): Promise<void> {
  if (invoice === null) return;
  await insertEvent(tx, invoice.id, "refund-ordered", { ...orderedDetail(refund), case: opened.id });
  // After a failed refund the invoice is `refund_fail`, and follows the next refund.
  const follows = opened.kind === "locked" && (invoice.status === "locked" || invoice.status === "refund_fail");
  if (follows && (await isAllThatCame(tx, invoice))) await transitionInvoice(tx, invoice, "refund_process");
}

/**
 * Returns whether nothing else could pay the invoice. Otherwise it stays locked, and its other
 * deposits decide it afterwards.
 */
async function isAllThatCame(tx: Tx, invoice: Invoice): Promise<boolean> {
  const { matched, confirmed } = await lockMatchedDeposits(tx, invoice);
  const isElse = confirmed.internal !== null || matched.some(({ deposit }) => deposit.status !== "vanished");
  return !isElse && (await countLockedCases(tx, invoice.id)) === 0;
}
