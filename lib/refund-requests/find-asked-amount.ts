import { loadCatalog } from "@/lib/catalog/queries";
import { database } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { findInvoiceById } from "@/lib/invoices/repo";
import { Decimal } from "@/lib/money/decimal";
import { findMoney } from "@/lib/refund-requests/list-refundables";
import type { RefundRequest } from "@/lib/refund-requests/refund-request";
import { requestErrors } from "@/lib/refund-requests/request-error";

/**
 * How much of what a wish asks for could be refunded now, in its coin: never more than was asked for, less where a part went back
 * meanwhile. Nothing is locked: whoever orders the refund judges again.
 * @throws AppError `refused` when nothing of it is left; `unavailable` while another refund of the payment is under way, after which
 *   something may be
 */
export async function findAskedAmount(request: RefundRequest): Promise<Decimal> {
  const [catalog, invoice] = await Promise.all([loadCatalog(), findInvoiceById(database(), request.invoiceId)]);
  const money = invoice === null ? [] : await findMoney(database(), catalog, invoice);
  const own = money.find(({ kind, caseId }) => kind === request.kind && caseId === request.caseId);
  if (own === undefined && request.caseId === null && invoice?.status === "refund_process")
    throw new AppError("unavailable", "Refund is in process");
  if (own === undefined) throw requestErrors.nothing();
  return Decimal.min(own.amount, request.amount);
}
