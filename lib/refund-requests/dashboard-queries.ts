import { explorerAddressUrl } from "@/lib/catalog/explorer-url";
import { type Catalog, loadCatalog } from "@/lib/catalog/queries";
import { database } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { selectPersonNames } from "@/lib/payouts/dashboard-outflow-repo";
import { findAskedAmount } from "@/lib/refund-requests/find-asked-amount";
import { listOrderIds } from "@/lib/refund-requests/money-repo";
import type { RefundRequest } from "@/lib/refund-requests/refund-request";
import {
  countWaitingRequests,
  findRequestOfMerchant,
  listRequestsOfMerchantInvoice,
  listWaitingRequests,
} from "@/lib/refund-requests/repo";
import type { RefundRequestList, RefundRequestRow } from "@/lib/refund-requests/schema";
import { previewRefundOfCase } from "@/lib/refunds/dashboard-cases";
import { previewPaymentRefund, saidInWords } from "@/lib/refunds/dashboard-commands";
import type { RefundPreview } from "@/lib/refunds/dashboard-schema";

const SHOWN_MAX = 100;

/** What payers ask a merchant for and nobody has decided, oldest first. */
export async function listOpenRequests(merchantId: string): Promise<RefundRequestList> {
  return await toList(await listWaitingRequests(database(), merchantId, SHOWN_MAX));
}

/** What the payer of one invoice has asked for, newest first; never what nobody has confirmed. Empty for another merchant's. */
export async function listInvoiceRequests(merchantId: string, invoiceId: string): Promise<RefundRequestList> {
  return await toList(await listRequestsOfMerchantInvoice(database(), merchantId, invoiceId));
}

/** How many wait for a decision. */
export function countOpenRequests(merchantId: string): Promise<number> {
  return countWaitingRequests(database(), merchantId);
}

/** What approving it would do now. Moves nothing. @throws AppError in a person's words, what it would be refused with */
export async function previewRequest(merchantId: string, id: string): Promise<RefundPreview> {
  const request = await findRequestOfMerchant(database(), merchantId, id);
  if (request?.status !== "confirmed") throw new AppError("not_found", "There is no such request");
  const { caseId, invoiceId, address } = request;
  if (caseId !== null) return await previewRefundOfCase(merchantId, { id: caseId, address });
  const amount = await saidInWords(() => findAskedAmount(request));
  return await previewPaymentRefund(merchantId, {
    id: invoiceId,
    address,
    amount: amount.toFixed(),
    isFeeOnTop: false,
  });
}

async function toList(requests: readonly RefundRequest[]): Promise<RefundRequestList> {
  const [catalog, names, orders] = await Promise.all([
    loadCatalog(),
    selectPersonNames(requests.map(({ decidedById }) => decidedById)),
    listOrderIds(
      database(),
      requests.map(({ invoiceId }) => invoiceId),
    ),
  ]);
  return { items: requests.flatMap((request) => toRow(request, { catalog, names, orders }) ?? []) };
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
