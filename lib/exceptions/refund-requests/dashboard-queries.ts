import { findAskedAmount } from "@/lib/exceptions/refund-requests/create-requested-refund";
import { listOrderIds } from "@/lib/exceptions/refund-requests/money-repo";
import type { RefundRequest } from "@/lib/exceptions/refund-requests/refund-request";
import {
  countWaitingRequests,
  findRequestOfMerchant,
  listRequestsOfMerchantInvoice,
} from "@/lib/exceptions/refund-requests/repo";
import type { RefundRequestList, RefundRequestRow } from "@/lib/exceptions/refund-requests/schema";
import { previewPaymentRefund, previewRefundOfCase } from "@/lib/exceptions/refunds/dashboard-commands";
import type { RefundPreview } from "@/lib/exceptions/refunds/dashboard-schema";
import { database } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { selectPersonNames } from "@/lib/money-out/payouts/dashboard-outflow";
import { withFormErrors } from "@/lib/money-out/payouts/dashboard-refusal";
import { explorerAddressUrl } from "@/lib/pricing/catalog/availability";
import { type Catalog, loadCatalog } from "@/lib/pricing/catalog/queries";

/**
 * Lists confirmed refund requests of one invoice's payer, newest first. Empty for another
 * merchant's invoice.
 */
export async function listInvoiceRequests(merchantId: string, invoiceId: string): Promise<RefundRequestList> {
  return { items: await viewRequests(await listRequestsOfMerchantInvoice(database(), merchantId, invoiceId)) };
}

/** Returns how many requests wait for a decision. */
export function countOpenRequests(merchantId: string): Promise<number> {
  return countWaitingRequests(database(), merchantId);
}

/**
 * Returns the effect of approving a request now. Moves no funds. @throws AppError with a
 * user-facing message, the reason it would be refused
 */
export async function previewRequest(merchantId: string, id: string): Promise<RefundPreview> {
  const request = await findRequestOfMerchant(database(), merchantId, id);
  if (request?.status !== "confirmed") throw new AppError("not_found", "Request not found");
  const { caseId, invoiceId, address } = request;
  if (caseId !== null) return await previewRefundOfCase(merchantId, { id: caseId, address });
  const amount = await withFormErrors(() => findAskedAmount(request));
  return await previewPaymentRefund(merchantId, {
    id: invoiceId,
    address,
    amount: amount.toFixed(),
    isFeeOnTop: false,
  });
}

/**
 * Converts refund requests to the views that the pages show, in the given order; omits unconfirmed
 * ones.
 */
export async function viewRequests(requests: readonly RefundRequest[]): Promise<RefundRequestRow[]> {
  const [catalog, names, orders] = await Promise.all([
    loadCatalog(),
    selectPersonNames(requests.map(({ decidedById }) => decidedById)),
    listOrderIds(
      database(),
      requests.map(({ invoiceId }) => invoiceId),
    ),
  ]);
  return requests.flatMap((request) => toRow(request, { catalog, names, orders }) ?? []);
}

type Known = {
  readonly catalog: Catalog;
  readonly names: ReadonlyMap<string, string>;
  readonly orders: ReadonlyMap<string, string>;
};

function toRow(request: RefundRequest, { catalog, names, orders }: Known): RefundRequestRow | null {
  const { id, invoiceId, kind, status, proof, address, note, failure, decidedById } = request;
  if (status === "unconfirmed" || status === "void" || proof === null) return null;
  const network = catalog.network(request.networkCode);
  return {
    id,
    invoiceId,
    orderId: orders.get(invoiceId) ?? "",
    kind,
    status,
    amount: request.amount.toFixed(),
    currency: request.currencyCode,
    networkName: network?.name ?? request.networkCode,
    address,
    addressUrl: network && explorerAddressUrl(network, address),
    proof,
    note,
    failure,
    createdAt: request.createdAt.toISOString(),
    decidedAt: request.decidedAt?.toISOString() ?? null,
    decidedBy: decidedById && (names.get(decidedById) ?? "somebody"),
  };
}
