import { loadCatalog } from "@/lib/catalog/queries";
import { database } from "@/lib/db";
import { findInvoiceById } from "@/lib/invoices/repo";
import { listRefundables } from "@/lib/refund-requests/list-refundables";
import { readSignMessage } from "@/lib/refund-requests/read-sign-message";
import type { RefundRequest } from "@/lib/refund-requests/refund-request";
import { findRequestOfInvoice } from "@/lib/refund-requests/repo";

/** A wish that still has to be confirmed, for whoever has just left it: they know its id, nobody else does. */
export type AskedRequest = {
  readonly request: RefundRequest;
  /** Whose wallet may sign, and what; null where none can. */
  readonly signing: { readonly signer: string; readonly message: string } | null;
};

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** Null when there is none of this id, or nothing is to be confirmed any more. */
export async function readAskedRequest(
  invoiceId: string,
  requestId: string,
  now = new Date(),
): Promise<AskedRequest | null> {
  const request = UUID.test(requestId) ? await findRequestOfInvoice(database(), invoiceId, requestId) : null;
  if (request?.status !== "unconfirmed" || request.confirmUntil <= now) return null;
  const [catalog, invoice] = await Promise.all([loadCatalog(), findInvoiceById(database(), invoiceId)]);
  const money = invoice === null ? [] : await listRefundables(database(), catalog, invoice);
  const own = money.find(({ kind, caseId }) => kind === request.kind && caseId === request.caseId);
  if (own === undefined) return null;
  const { signer } = own;
  return { request, signing: signer === null ? null : { signer, message: await readSignMessage(request) } };
}
