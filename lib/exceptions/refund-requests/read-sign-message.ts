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
  /** In the language in which it was asked. */
  readonly messages: Messages;
};

const NAME_CHARACTERS_MAX = 80;

/**
 * The text that the wallet which paid is asked to sign (EIP-191). It names everything that the
 * signature is good for, and this gateway, so that it is worth nothing elsewhere; the number in it
 * makes it good once. The same for the same facts: it is made again to verify. The amount stands in
 * plain digits and not as the language groups them: what is signed must not change when a
 * language's format does.
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
 * A wish that still has to be confirmed, for whoever has just left it: they know its id, nobody
 * else does.
 */
export type UnconfirmedRefundRequest = {
  readonly request: RefundRequest;
  /** Whose wallet may sign, and what; null where none can. */
  readonly signing: { readonly signer: string; readonly message: string } | null;
};

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** Null when there is none of this id, or nothing is to be confirmed any more. */
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
 * The text that the wallet which paid signs for this request, in the language in which it was
 * asked.
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
