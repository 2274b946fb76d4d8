import { canMail } from "@/lib/exceptions/refund-requests/ask-for-refund";
import { listRefundables, mayBeOwed } from "@/lib/exceptions/refund-requests/list-refundables";
import type { RefundableMoney, RefundRequest } from "@/lib/exceptions/refund-requests/refund-request";
import { listRefundStatuses, listRequestsOfInvoice } from "@/lib/exceptions/refund-requests/repo";
import type { RefundStatus } from "@/lib/exceptions/refunds/status";
import { database } from "@/lib/kernel/db";
import type { Decimal } from "@/lib/kernel/money/decimal";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { findInvoiceById } from "@/lib/money-in/invoices/repo";
import { type InvoiceStatus, isOpen } from "@/lib/money-in/invoices/status";
import { type Catalog, loadCatalog } from "@/lib/pricing/catalog/queries";

const REFERENCE_LENGTH = 8;
const HEAD_LENGTH = 6;
const TAIL_LENGTH = 4;

/** Money that the payment page offers to refund. */
export type PayRefundable = Pick<RefundableMoney, "kind" | "caseId" | "amount"> & {
  /** Reference of the case, as shown elsewhere on the page; null for the payment's own money. */
  readonly reference: string | null;
  readonly currency: string;
  readonly networkName: string;
  /** How the payer can prove ownership; without either, only the shop can help. */
  readonly hasMail: boolean;
  readonly canSign: boolean;
};

/** A refund request as visible to anyone who holds the link. */
export type PayRefundRequest = {
  readonly status: "unconfirmed" | "confirmed" | "approved" | "paid" | "failed" | "refused";
  readonly amount: Decimal;
  readonly currency: string;
  /**
   * Start and end of the address: enough for its submitter to recognize, and no more for others.
   */
  readonly addressEnds: string;
  /** Written by the merchant. */
  readonly note: string | null;
};

export type PayRefundPart = {
  readonly refundables: readonly PayRefundable[];
  /** Newest first. */
  readonly refundRequests: readonly PayRefundRequest[];
};

const NOTHING: PayRefundPart = { refundables: [], refundRequests: [] };

/** What is known of an invoice before its refunds are read. */
export type RefundFacts = {
  readonly id: string;
  readonly status: InvoiceStatus;
  readonly hasCases: boolean;
  /** Of any status. */
  readonly hasRequests: boolean;
};

/**
 * Returns what the payment page shows about refund requests. Sends no request to a node, and no
 * query to the database while the invoice is open, or if it was closed with nothing left to refund.
 */
export async function readRefundRequests(
  { id, status, hasCases, hasRequests }: RefundFacts,
  now: Date,
): Promise<PayRefundPart> {
  if (isOpen(status) || !(hasCases || hasRequests || mayBeOwed(status))) return NOTHING;
  const [invoice, catalog] = await Promise.all([findInvoiceById(database(), id), loadCatalog()]);
  if (invoice === null) return NOTHING;
  const [money, requests] = await Promise.all([
    listRefundables(database(), catalog, invoice),
    listRequestsOfInvoice(database(), id, now),
  ]);
  const refunds = await listRefundStatuses(database(), requests);
  return {
    refundables: money.map((entry) => toRefundable(entry, invoice, catalog)),
    refundRequests: requests.map((request) => toRequestView(request, refunds)),
  };
}

function toRefundable(money: RefundableMoney, invoice: Invoice, catalog: Catalog): PayRefundable {
  const { kind, caseId, amount, currencyCode, networkCode, signer } = money;
  return {
    kind,
    caseId,
    amount,
    reference: caseId === null ? null : caseId.slice(0, REFERENCE_LENGTH).toUpperCase(),
    currency: currencyCode,
    networkName: catalog.network(networkCode)?.name ?? networkCode,
    hasMail: canMail(invoice),
    canSign: signer !== null,
  };
}

function toRequestView(request: RefundRequest, refunds: ReadonlyMap<string, RefundStatus>): PayRefundRequest {
  const { amount, currencyCode: currency, address, note } = request;
  const addressEnds = `${address.slice(0, HEAD_LENGTH)}…${address.slice(-TAIL_LENGTH)}`;
  return { status: statusOf(request, refunds), amount, currency, addressEnds, note };
}

function statusOf({ status, refundId }: RefundRequest, refunds: ReadonlyMap<string, RefundStatus>) {
  if (status === "void") return "unconfirmed";
  if (status !== "approved") return status;
  const refund = refundId === null ? undefined : refunds.get(refundId);
  if (refund === "paid") return "paid";
  return refund === "fail" ? "failed" : "approved";
}
