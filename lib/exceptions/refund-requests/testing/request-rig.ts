import { randomBytes } from "node:crypto";
import { privateKeyToAccount } from "viem/accounts";
import { vi } from "vitest";
import {
  askForRefund,
  type RefundRequestInput,
  type SavedRefundRequest,
} from "@/lib/exceptions/refund-requests/ask-for-refund";
import { confirmByMail } from "@/lib/exceptions/refund-requests/confirm-request";
import { decideRefundRequest, type RequestDecision } from "@/lib/exceptions/refund-requests/decide-refund-request";
import { refundPayment } from "@/lib/exceptions/refunds/refund-payment";
import { refundInput } from "@/lib/exceptions/refunds/schema";
import { confirmRefund, liveRefund } from "@/lib/exceptions/refunds/testing/refund-rig";
import { database } from "@/lib/kernel/db";
import { openText } from "@/lib/kernel/mail/repo";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import { fundCapital, newInvoice, openGateway, pay } from "@/lib/money-in/invoices/testing/gateway-rig";
import { fundHot, newPayer, type Payer } from "@/lib/money-out/payouts/testing/payout-rig";
import { getMerchant } from "@/lib/people/merchants/create-merchant";

/** Payers who request refunds. For tests, on top of the gateway rig. */

export const PAYER_EMAIL = "payer@example.net";

/**
 * Sets up an empty database as a gateway that sends mails and can send refunds in USDT. Call it
 * first in a test file.
 */
export async function openRequests(addressCount = 300): Promise<void> {
  vi.stubEnv("MAIL_FROM", "Chaintill <no-reply@pay.test>");
  await openGateway(addressCount);
  await fundCapital("USDT", "100000");
  await fundHot("bsc", "USDT", "100000");
}

/** The message of an error. */
export const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Creates a wallet with a known private key. */
export function newWalletAccount() {
  return privateKeyToAccount(`0x${randomBytes(32).toString("hex")}`);
}

export type Closed = {
  readonly payer: Payer;
  readonly invoice: Invoice;
  readonly sender: ReturnType<typeof newWalletAccount>;
};

/**
 * Creates a closed payment of 100 USDT on bsc that received another amount: short below 100, with a
 * surplus above.
 */
export async function newClosed(amount: string, fields: Readonly<Record<string, unknown>> = {}): Promise<Closed> {
  const payer = await newPayer();
  const sender = newWalletAccount();
  const invoice = await newInvoice(payer.merchantId, {
    is_payment_multiple: false,
    payer_email: PAYER_EMAIL,
    ...fields,
  });
  const depositId = await pay(invoice, { amount });
  await setSender(depositId, sender.address);
  await settleInvoice(invoice.id);
  return { payer, invoice, sender };
}

/** Creates a paid payment with an additional 20 USDT held in a case. */
export async function newExtraCase(fields: Readonly<Record<string, unknown>> = {}) {
  const { payer, invoice, sender } = await newClosed("100", fields);
  const depositId = await pay(invoice, { amount: "20" });
  await setSender(depositId, sender.address);
  await settleInvoice(invoice.id);
  const { id: caseId } = await database().case.findUniqueOrThrow({ where: { depositId } });
  return { payer, invoice, sender, caseId, depositId };
}

export async function setSender(depositId: string, address: string | null): Promise<void> {
  await database().$executeRaw`UPDATE deposits SET from_address = ${address} WHERE id = ${depositId}::uuid`;
}

/** Returns a new unassigned address that the page accepts. */
export function anyAddress(): string {
  return newWalletAccount().address;
}

export function ask(
  invoice: Pick<Invoice, "id">,
  changes: Partial<RefundRequestInput> = {},
): Promise<SavedRefundRequest> {
  return askForRefund({
    invoiceId: invoice.id,
    kind: "short",
    caseId: null,
    address: anyAddress(),
    locale: "en",
    ...changes,
  });
}

/** Returns the text of the mail that confirms this request. */
export async function linkMailOf(requestId: string): Promise<string> {
  const mail = await database().mail.findFirstOrThrow({ where: { kind: "refund-link", reference: requestId } });
  return mail.sealed === null ? mail.text : openText(mail.id, mail.sealed).text;
}

/** Returns the secret in the mailed link. */
export async function secretOf(requestId: string): Promise<string> {
  const secret = /token=([A-Za-z0-9_-]+)/.exec(await linkMailOf(requestId))?.[1];
  if (secret === undefined) throw new Error("the mail has no link");
  return secret;
}

/** Submits a request and confirms it by mail. */
export async function askAndConfirm(invoice: Pick<Invoice, "id">, changes: Partial<RefundRequestInput> = {}) {
  const { request } = await ask(invoice, changes);
  return await confirmByMail(invoice.id, await secretOf(request.id));
}

export const requestNow = (id: string) => database().refundRequest.findUniqueOrThrow({ where: { id } });

/** Decides a request as a merchant user; approves it unless `changes` say otherwise. */
export function decide(payer: Payer, requestId: string, changes: Partial<RequestDecision> = {}): Promise<void> {
  const order = { requestId, merchantId: payer.merchantId, note: "", actorId: payer.userId };
  return decideRefundRequest({ ...order, decision: "approve", ...changes });
}

/** Refunds an amount through the merchant's API without a request; null: all that is left. */
export async function refundByApi({ merchantId }: Payer, uuid: string, amount: string | null) {
  const input = refundInput.parse({ uuid, address: anyAddress(), is_subtract: false, amount });
  return await refundPayment(await getMerchant(merchantId), input);
}

/** Like {@link refundByApi}, and confirms the refund. */
export async function sendBack(payer: Payer, uuid: string, amount: string | null): Promise<void> {
  await refundByApi(payer, uuid, amount);
  await confirmRefund(await liveRefund({ invoiceId: uuid }));
}

/** Enables the automatic refund policy, as of the given number of hours ago. */
export async function setAutomatic(merchantId: string, hoursAgo = 25): Promise<void> {
  const since = new Date(Date.now() - hoursAgo * 60 * 60 * 1000);
  const data = { refundRequestPolicy: "automatic", refundRequestsAutomaticSince: since } as const;
  await database().merchant.update({ where: { id: merchantId }, data });
}

/** Oldest first. */
export const refundsOf = (invoiceId: string) =>
  database().refund.findMany({ where: { invoiceId }, orderBy: { createdAt: "asc" } });
