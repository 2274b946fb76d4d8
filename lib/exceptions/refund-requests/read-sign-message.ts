import { listRefundables } from "@/lib/exceptions/refund-requests/list-refundables";
import { findTerms } from "@/lib/exceptions/refund-requests/money-repo";
import type { RefundRequest } from "@/lib/exceptions/refund-requests/refund-request";
import { findRequestOfInvoice } from "@/lib/exceptions/refund-requests/repo";
import { database } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { loadMessages, type Messages } from "@/lib/kernel/locales/messages";
import { negotiateLocale } from "@/lib/kernel/locales/negotiate-locale";
import { headerLine } from "@/lib/kernel/mail/mail-address";
import { findInvoiceById } from "@/lib/money-in/invoices/repo";
import { loadCatalog } from "@/lib/pricing/catalog/queries";

export type MessageFacts = {
  readonly request: Pick<RefundRequest, "invoiceId" | "amount" | "currencyCode" | "address" | "challenge">;
  readonly merchant: string;
  readonly networkName: string;
  /** In the language of the request. */
  readonly messages: Messages;
};

const NAME_CHARACTERS_MAX = 80;

/**
 * Builds the text that the wallet which paid signs (EIP-191). It names this gateway and everything
 * the signature authorizes, so that the signature is worthless elsewhere; the challenge makes it
 * valid once. Deterministic: it is rebuilt from the same facts for verification. The amount has
 * plain digits without localized grouping, because the signed text must not change when a locale's
 * format does.
 */
export function writeSignMessage({ request, merchant, networkName, messages }: MessageFacts): string {
  const { invoiceId, amount, currencyCode, address, challenge } = request;
  const line = (label: string, value: string) => `${label}: ${value}`;
  return [
    messages.say("refund.sign.title", { host: new URL(env().BASE_URL).host }),
    "",
    line(messages.say("refund.sign.merchant"), headerLine(merchant, NAME_CHARACTERS_MAX)),
    line(messages.say("refund.sign.payment"), invoiceId),
    line(messages.say("refund.sign.amount"), `${amount.toFixed()} ${currencyCode} (${networkName})`),
    line(messages.say("refund.sign.address"), address),
    line(messages.say("refund.sign.number"), challenge),
    "",
    messages.say("refund.sign.safe"),
  ].join("\n");
}

/**
 * A request that still needs confirmation, for the person who just submitted it: nobody else knows
 * its id.
 */
export type UnconfirmedRefundRequest = {
  readonly request: RefundRequest;
  /** The wallet that may sign, and the text; null when a signature is not accepted. */
  readonly signing: { readonly signer: string; readonly message: string } | null;
};

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** Returns null when no request has this id, or it no longer needs confirmation. */
export async function readUnconfirmedRequest(
  invoiceId: string,
  requestId: string,
  now = new Date(),
): Promise<UnconfirmedRefundRequest | null> {
  const request = UUID.test(requestId) ? await findRequestOfInvoice(database(), invoiceId, requestId) : null;
  if (request?.status !== "unconfirmed" || request.confirmUntil <= now) return null;
  const [catalog, invoice] = await Promise.all([loadCatalog(), findInvoiceById(database(), invoiceId)]);
  const money = invoice === null ? [] : await listRefundables(database(), catalog, invoice);
  const own = money.find(({ kind, caseId }) => kind === request.kind && caseId === request.caseId);
  if (own === undefined) return null;
  const { signer } = own;
  return { request, signing: signer === null ? null : { signer, message: await readSignMessage(request) } };
}

/**
 * Returns the text that the wallet which paid signs for this request, in the language of the
 * request.
 */
export async function readSignMessage(request: RefundRequest): Promise<string> {
  const [catalog, terms, messages] = await Promise.all([
    loadCatalog(),
    findTerms(database(), request.merchantId),
    loadMessages(negotiateLocale(null, request.locale)),
  ]);
  const networkName = catalog.network(request.networkCode)?.name ?? request.networkCode;
  return writeSignMessage({ request, merchant: terms?.name ?? "", networkName, messages });
}
