import { randomBytes } from "node:crypto";
import { privateKeyToAccount } from "viem/accounts";
import { database } from "@/lib/db";
import type { Invoice } from "@/lib/invoices/invoice";
import { settleInvoice } from "@/lib/invoices/settle-invoice";
import { newInvoice, pay } from "@/lib/invoices/testing/gateway-rig";
import { newPayer, type Payer } from "@/lib/payouts/testing/payout-rig";
import { type Asked, askForRefund, type Wish } from "@/lib/refund-requests/ask-for-refund";
import { confirmByMail } from "@/lib/refund-requests/confirm-request";

/** Payers who want money back. For tests, on top of the gateway rig. */

export const PAYER_EMAIL = "payer@example.net";

/** Somebody's wallet, whose key is at hand. */
export function newWalletAccount() {
  return privateKeyToAccount(`0x${randomBytes(32).toString("hex")}`);
}

export type Closed = {
  readonly payer: Payer;
  readonly invoice: Invoice;
  readonly sender: ReturnType<typeof newWalletAccount>;
};

/** A payment of 100 USDT on bsc that is closed with another sum: short below, with a surplus above. */
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

/** A paid payment with 20 USDT on top, which wait in a case. */
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

/** A new address of nobody, as the page would take it. */
export function anyAddress(): string {
  return newWalletAccount().address;
}

export function ask(invoice: Pick<Invoice, "id">, changes: Partial<Wish> = {}): Promise<Asked> {
  return askForRefund({
    invoiceId: invoice.id,
    kind: "short",
    caseId: null,
    address: anyAddress(),
    locale: "en",
    ...changes,
  });
}

/** The secret of the link that the mail of this request carries. */
export async function secretOf(requestId: string): Promise<string> {
  const mail = await database().mail.findFirstOrThrow({ where: { kind: "refund-link", reference: requestId } });
  const secret = /token=([A-Za-z0-9_-]+)/.exec(mail.text)?.[1];
  if (secret === undefined) throw new Error("the mail has no link");
  return secret;
}

/** Asked for and confirmed by mail. */
export async function askAndConfirm(invoice: Pick<Invoice, "id">, changes: Partial<Wish> = {}) {
  const { request } = await ask(invoice, changes);
  return await confirmByMail(invoice.id, await secretOf(request.id));
}

export const requestNow = (id: string) => database().refundRequest.findUniqueOrThrow({ where: { id } });
