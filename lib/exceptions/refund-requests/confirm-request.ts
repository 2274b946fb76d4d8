import { recoverSigner } from "@/lib/chains/evm/recover-signer";
import { createRequestedRefundJob } from "@/lib/exceptions/refund-requests/create-requested-refund";
import { findMoney } from "@/lib/exceptions/refund-requests/list-refundables";
import { findTerms, listOwners } from "@/lib/exceptions/refund-requests/money-repo";
import { readSignMessage } from "@/lib/exceptions/refund-requests/read-sign-message";
import {
  type RefundableMoney,
  type RefundRequest,
  requestErrors,
  writeNoticeMail,
} from "@/lib/exceptions/refund-requests/refund-request";
import {
  findRequest,
  findRequestBySecret,
  findRequestOfInvoice,
  listAwaitedMoney,
  markConfirmed,
} from "@/lib/exceptions/refund-requests/repo";
import type { RefundRequestProof } from "@/lib/generated/prisma/client";
import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { hashOfLinkSecret } from "@/lib/kernel/crypto/secrets";
import { database, type Tx, withTransaction } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { invariant } from "@/lib/kernel/errors";
import { enqueue } from "@/lib/kernel/jobs/enqueue";
import { queueMail } from "@/lib/kernel/mail/queue-mail";
import { moneyText } from "@/lib/kernel/money/format";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { lockInvoice } from "@/lib/money-in/invoices/repo";
import { isAutomatic } from "@/lib/people/merchants/merchant";
import { queueNotification } from "@/lib/people/notifications/notify-people";
import { type Catalog, loadCatalog } from "@/lib/pricing/catalog/queries";

/**
 * Returns the request that a mailed link refers to; null if the link is unknown or no longer valid.
 * Changes nothing, because mail scanners open links.
 */
export async function findMailedRequest(invoiceId: string, secret: string): Promise<RefundRequest | null> {
  const hash = hashOfLinkSecret(secret);
  return hash === null ? null : await findRequestBySecret(database(), invoiceId, hash);
}

/**
 * Confirms the request after the payer has opened the mailed link and pressed its button.
 * Idempotent: a second call returns the result of the first.
 * @throws AppError a text of {@link requestErrors}
 */
export async function confirmByMail(invoiceId: string, secret: string, now = new Date()): Promise<RefundRequest> {
  const found = await findMailedRequest(invoiceId, secret);
  if (found === null) throw requestErrors.unknown();
  const catalog = await loadCatalog();
  return await withTransaction((tx) => confirm(tx, catalog, found, { proof: "email", now, judge: () => undefined }));
}

/**
 * Confirms the request by a signature of its text from the wallet that paid.
 * @throws AppError a text of {@link requestErrors}; `not signed` also when there are several
 *   senders or the sender is not a plain account
 */
export async function confirmBySignature(
  invoiceId: string,
  requestId: string,
  signature: string,
  now = new Date(),
): Promise<RefundRequest> {
  const found = await findRequestOfInvoice(database(), invoiceId, requestId);
  if (found === null) throw requestErrors.unknown();
  const signer = await recoverSigner(await readSignMessage(found), signature);
  if (signer === null) throw requestErrors.notSigned();
  const judge = (money: RefundableMoney) => {
    if (money.signer?.toLowerCase() !== signer.toLowerCase()) throw requestErrors.notSigned();
  };
  const catalog = await loadCatalog();
  return await withTransaction((tx) => confirm(tx, catalog, found, { proof: "signature", now, judge }));
}

type Shown = {
  readonly proof: RefundRequestProof;
  readonly now: Date;
  /** Throws if the proof is not valid for this money. */
  readonly judge: (money: RefundableMoney) => void;
};

async function confirm(
  tx: Tx,
  catalog: Catalog,
  { id, invoiceId }: RefundRequest,
  { proof, now, judge }: Shown,
): Promise<RefundRequest> {
  const invoice = await lockInvoice(tx, invoiceId);
  const request = await findRequest(tx, id);
  invariant(invoice && request, "neither an invoice nor a request is ever deleted");
  // A signature adds nothing to a request that another proof has confirmed, and neither does a
  // mailed link.
  if (request.status !== "unconfirmed" && request.status !== "void") return request;
  if (request.status === "void" || request.confirmUntil <= now) throw requestErrors.over();
  const money = (await findMoney(tx, catalog, invoice)).find(
    ({ kind, caseId }) => kind === request.kind && caseId === request.caseId,
  );
  if (money === undefined) throw requestErrors.nothing();
  if ((await listAwaitedMoney(tx, invoiceId)).has(request.caseId)) throw requestErrors.waiting();
  judge(money);
  await markConfirmed(tx, request, proof, now);
  await notifyMerchant(tx, catalog, invoice, { ...request, proof }, now);
  return { ...request, status: "confirmed", proof };
}

async function notifyMerchant(
  tx: Tx,
  catalog: Catalog,
  invoice: Invoice,
  request: RefundRequest,
  now: Date,
): Promise<void> {
  const { id, merchantId, invoiceId, amount, currencyCode, networkCode, address, proof } = request;
  const terms = await findTerms(tx, merchantId);
  invariant(terms, "an invoice has a merchant");
  const detail = { request: id, amount: amount.toFixed(), currency: currencyCode, address, proof };
  const change = { before: { status: "unconfirmed" }, after: { status: "confirmed" } };
  await recordAudit(tx, {
    actorId: null,
    merchantId,
    action: "refund-request.confirm",
    target: invoiceId,
    detail,
    ...change,
  });
  if (isAutomatic(terms, now))
    await enqueue(tx, createRequestedRefundJob, { requestId: id }, { key: `refund-request:${id}` });
  const mail = writeNoticeMail({
    request,
    networkName: catalog.network(networkCode)?.name ?? networkCode,
    merchant: terms.name,
    orderId: invoice.orderId,
    url: `${env().BASE_URL}/invoices/${invoiceId}`,
  });
  const asked = {
    amount: `${moneyText(amount.toFixed(), currencyCode)}`,
    orderId: invoice.orderId,
    invoice: invoiceId,
  };
  await queueNotification(tx, { kind: "refund_requested", merchantId, reference: id, detail: asked });
  for (const owner of await listOwners(tx, merchantId))
    await queueMail(tx, { kind: "refund-request", reference: `${id}:${owner.id}`, recipient: owner.email, ...mail });
}
