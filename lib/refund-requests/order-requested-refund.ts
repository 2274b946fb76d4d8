import { refundCase } from "@/lib/cases/refund-case";
import { type Catalog, loadCatalog } from "@/lib/catalog/queries";
import type { Tx } from "@/lib/db";
import type { Invoice } from "@/lib/invoices/invoice";
import { getMerchant } from "@/lib/merchants/get-merchant";
import { ZERO } from "@/lib/money/decimal";
import { findAskedAmount } from "@/lib/refund-requests/find-asked-amount";
import { judgePayment } from "@/lib/refund-requests/list-refundables";
import type { RefundRequest } from "@/lib/refund-requests/refund-request";
import { decideOnce } from "@/lib/refund-requests/repo";
import { requestErrors } from "@/lib/refund-requests/request-error";
import type { Refund } from "@/lib/refunds/refund";
import { refundPayment } from "@/lib/refunds/refund-payment";
import { readRefundable } from "@/lib/refunds/refundable";
import { refundInput } from "@/lib/refunds/schema";

/** Who approves a wish: a person with a word for the payer, or with null the merchant's policy. */
export type Approval = { readonly actorId: string | null; readonly note: string | null };

/**
 * Orders the refund that a confirmed wish asks for, under every guard, and links the two in the transaction that takes the money: so it
 * happens once, whoever approves at the same moment. The fee comes out of what is refunded: the merchant pays no more than what is
 * asked. Less than that goes where less is left.
 *
 * @throws AppError a text of {@link requestErrors}, or whatever the refund is refused with; nothing was taken then
 */
export async function orderRequestedRefund(request: RefundRequest, approval: Approval): Promise<Refund> {
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

/** Under the lock, with this refund counted in: a payment that was completed or sent back meanwhile is not refunded on top. */
async function assertStillAsked(
  tx: Tx,
  catalog: Catalog,
  { kind, networkCode, currencyCode }: RefundRequest,
  payment: Invoice,
): Promise<void> {
  const service = catalog.service(currencyCode, networkCode);
  const found = service && judgePayment(payment, await readRefundable(tx, payment), service.payableDecimals);
  if (found?.kind !== kind || found.amount.lt(ZERO)) throw requestErrors.nothing();
}

async function approve(tx: Tx, request: RefundRequest, refund: Refund, { actorId, note }: Approval): Promise<void> {
  const decision = { status: "approved" as const, decidedById: actorId, note, refundId: refund.id };
  if (!(await decideOnce(tx, request.id, decision))) throw requestErrors.decided();
}
