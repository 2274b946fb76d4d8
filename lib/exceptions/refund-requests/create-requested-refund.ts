import { z } from "zod";
import { evaluatePayment, findMoney } from "@/lib/exceptions/refund-requests/list-refundables";
import { findTerms } from "@/lib/exceptions/refund-requests/money-repo";
import { type RefundRequest, requestErrors } from "@/lib/exceptions/refund-requests/refund-request";
import { decideOnce, findRequest, recordFailure } from "@/lib/exceptions/refund-requests/repo";
import type { Refund } from "@/lib/exceptions/refunds/refund";
import { refundCase } from "@/lib/exceptions/refunds/refund-case";
import { refundPayment } from "@/lib/exceptions/refunds/refund-payment";
import { readRefundable } from "@/lib/exceptions/refunds/refundable";
import { refundInput } from "@/lib/exceptions/refunds/schema";
import { database, type Tx } from "@/lib/kernel/db";
import { AppError, ERROR_CODES } from "@/lib/kernel/errors";
import { defineJob, type Job } from "@/lib/kernel/jobs/define-job";
import { Decimal, ZERO } from "@/lib/kernel/money/decimal";
import { refusal } from "@/lib/kernel/refusals";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { findInvoiceById } from "@/lib/money-in/invoices/repo";
import { toFormError } from "@/lib/money-out/payouts/dashboard-refusal";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import { isAutomatic } from "@/lib/people/merchants/merchant";
import { type Catalog, loadCatalog } from "@/lib/pricing/catalog/queries";

/**
 * Who approves a refund request: a user with a note for the payer, or null for the merchant's
 * policy.
 */
export type Approval = { readonly actorId: string | null; readonly note: string | null };

/**
 * Creates the refund for a confirmed request, under all guards, and links the two in the
 * transaction that takes the money, so that it happens once even with concurrent approvals. The fee
 * is deducted from the refund: the merchant pays no more than the requested amount. If less is
 * left, less is refunded.
 *
 * @throws AppError a text of {@link requestErrors}, or the error with which the refund is refused;
 *   no funds were taken then
 */
export async function createRequestedRefund(request: RefundRequest, approval: Approval): Promise<Refund> {
  const { merchantId, invoiceId, address } = request;
  const [merchant, catalog] = await Promise.all([getMerchant(merchantId), loadCatalog()]);
  const amount = await findAskedAmount(request);
  const { actorId } = approval;
  if (request.caseId !== null) {
    const witness = (tx: Tx, refund: Refund) => approve(tx, request, refund, approval);
    return await refundCase({ caseId: request.caseId, merchantId, address, actorId, witness });
  }
  const input = refundInput.parse({ uuid: invoiceId, address, is_subtract: false, amount: amount.toFixed() });
  return await refundPayment(merchant, input, actorId, {
    witness: async (tx, refund, payment) => {
      await assertStillAsked(tx, catalog, request, payment);
      await approve(tx, request, refund, approval);
    },
  });
}

/**
 * Checked under the lock, including this refund: a payment that was completed or refunded in the
 * meantime is not refunded again.
 */
async function assertStillAsked(
  tx: Tx,
  catalog: Catalog,
  { kind, networkCode, currencyCode }: RefundRequest,
  payment: Invoice,
): Promise<void> {
  const service = catalog.service(currencyCode, networkCode);
  const found = service && evaluatePayment(payment, await readRefundable(tx, payment), service.payableDecimals);
  if (found?.kind !== kind || found.amount.lt(ZERO)) throw requestErrors.nothing();
}

async function approve(tx: Tx, request: RefundRequest, refund: Refund, { actorId, note }: Approval): Promise<void> {
  const decision = { status: "approved" as const, decidedById: actorId, note, refundId: refund.id };
  if (!(await decideOnce(tx, request.id, decision))) throw requestErrors.decided();
}

/**
 * Returns how much of the requested amount could be refunded now, in its coin: never more than
 * requested, less after a partial refund. Takes no locks; creating the refund evaluates it again.
 * @throws AppError `refused` when nothing is left; `unavailable` while another refund of the
 *   payment is under way, after which something may be left
 */
export async function findAskedAmount(request: RefundRequest): Promise<Decimal> {
  const [catalog, invoice] = await Promise.all([loadCatalog(), findInvoiceById(database(), request.invoiceId)]);
  const money = invoice === null ? [] : await findMoney(database(), catalog, invoice);
  const own = money.find(({ kind, caseId }) => kind === request.kind && caseId === request.caseId);
  if (own === undefined && request.caseId === null && invoice?.status === "refund_process")
    throw refusal("other_refund_in_process");
  if (own === undefined) throw requestErrors.nothing();
  return Decimal.min(own.amount, request.amount);
}

const NEEDS_KEY = "API refunds require the payout key, so a person must decide. See Settings, Outgoing limits.";

/**
 * Creates the refund of a confirmed request if the merchant's policy has been `automatic` for at
 * least a day. A request that a guard refuses is left for a user to decide, with the reason; one
 * that lacks data for now (a price, a fee) is also retried. Safe to repeat: it is decided once.
 *
 * @throws AppError for a temporary failure, so that the job is retried
 */
export async function createAutomatically(requestId: string, now = new Date()): Promise<void> {
  const request = await findRequest(database(), requestId);
  if (request?.status !== "confirmed") return;
  const terms = await findTerms(database(), request.merchantId);
  if (terms === null || !isAutomatic(terms, now)) return;
  if (terms.refundsNeedPayoutKey) return await recordFailure(database(), requestId, NEEDS_KEY);
  try {
    await createRequestedRefund(request, { actorId: null, note: null });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const said = toFormError(error);
    await recordFailure(database(), requestId, said instanceof Error ? said.message : error.message);
    if (ERROR_CODES[error.code].retryable) throw error;
  }
}

const payload = z.object({ requestId: z.uuid() });

/** Refunds a confirmed request of a merchant whose policy is `automatic`. */
export const createRequestedRefundJob: Job<typeof payload> = defineJob({
  name: "order-requested-refund",
  payload,
  run: ({ requestId }) => createAutomatically(requestId),
});
