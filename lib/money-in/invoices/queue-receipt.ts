import type { Tx } from "@/lib/kernel/db";
import { queueMail } from "@/lib/kernel/mail/queue-mail";
import { type Decimal, decimal } from "@/lib/kernel/money/decimal";
import { moneyText } from "@/lib/kernel/money/format";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { findInternalPayment } from "@/lib/money-in/invoices/payments-repo";
import { paymentPageUrl } from "@/lib/money-in/invoices/wire-view";
import { findPayee } from "@/lib/people/merchants/merchants-repo";
import { explorerTransactionUrl } from "@/lib/pricing/catalog/availability";

/** Content of a receipt. The payer's own payment page shows all of it as well. */
export type Receipt = {
  readonly shop: string;
  readonly supportContact: string | null;
  readonly orderId: string;
  readonly status: "paid" | "paid_over" | "wrong_amount";
  /** The invoice's requested amount, in its own currency. */
  readonly asked: { readonly amount: Decimal; readonly currency: string };
  readonly received: readonly {
    readonly amount: Decimal;
    readonly currency: string;
    readonly network: string;
    readonly transactionId: string;
    readonly transactionUrl: string | null;
  }[];
  /** Amount paid from a personal wallet; null for none. */
  readonly internal: { readonly amount: Decimal; readonly currency: string } | null;
  readonly pageUrl: string;
  /** The receipt alone, to print or save. */
  readonly receiptUrl: string;
};

const SENTENCES: Readonly<Record<Receipt["status"], (shop: string) => string>> = {
  paid: (shop) => `${shop} has received your payment. Thank you!`,
  paid_over: (shop) => `${shop} has received your payment. It was more than was asked for.`,
  wrong_amount: (shop) =>
    `${shop} has received your payment. It was less than was asked for, and the invoice is closed.`,
};

type Line = { readonly label: string; readonly value: string; readonly url?: string };

/**
 * Renders the receipt as a mail: plain text, and the same as simple HTML in which every value is
 * escaped.
 */
export function writeReceipt(receipt: Receipt): { subject: string; text: string; html: string } {
  const sentence = SENTENCES[receipt.status](receipt.shop);
  const lines = linesOf(receipt);
  const support = receipt.supportContact
    ? `Questions about your order? Ask ${receipt.shop}: ${receipt.supportContact}`
    : `Questions about your order? Ask ${receipt.shop}.`;
  const reason = "You get this mail because your address was given for this payment. Nobody reads answers to it.";
  return {
    subject: `Receipt: your payment to ${receipt.shop}`,
    text: `${[sentence, lines.map(textLine).join("\n"), support, reason].join("\n\n")}\n`,
    html: htmlOf(sentence, lines, [support, reason]),
  };
}

function linesOf({ orderId, asked, received, internal, pageUrl, receiptUrl }: Receipt): Line[] {
  const parts = received.flatMap(({ amount, currency, network, transactionId, transactionUrl }): Line[] => [
    { label: "Received", value: `${moneyText(amount.toFixed(), currency)} on ${network}` },
    { label: "Transaction", value: transactionId, ...(transactionUrl !== null && { url: transactionUrl }) },
  ]);
  return [
    { label: "Order", value: orderId },
    { label: "Invoice amount", value: moneyText(asked.amount.toFixed(), asked.currency) },
    ...parts,
    ...(internal
      ? [{ label: "Received", value: `${moneyText(internal.amount.toFixed(), internal.currency)} from a balance here` }]
      : []),
    { label: "Payment page", value: pageUrl, url: pageUrl },
    { label: "Receipt to print", value: receiptUrl, url: receiptUrl },
  ];
}

function textLine({ label, value, url }: Line): string {
  const line = `${label}: ${value}`;
  return url === undefined || url === value ? line : `${line}\n  ${url}`;
}

function htmlOf(sentence: string, lines: readonly Line[], closing: readonly string[]): string {
  const rows = lines.map(({ label, value, url }) => {
    const shown = url === undefined ? escapeHtml(value) : `<a href="${escapeHtml(url)}">${escapeHtml(value)}</a>`;
    return `<tr><th align="left" valign="top" style="padding:4px 16px 4px 0;font-weight:normal;color:#666">${escapeHtml(label)}</th><td style="padding:4px 0;word-break:break-all">${shown}</td></tr>`;
  });
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Receipt</title></head>',
    '<body style="font-family:system-ui,sans-serif;font-size:15px;line-height:1.5;color:#1c1d22;max-width:40em;overflow-wrap:anywhere">',
    `<p>${escapeHtml(sentence)}</p>`,
    `<table cellpadding="0" cellspacing="0" style="font-size:15px">${rows.join("")}</table>`,
    ...closing.map((text) => `<p style="color:#666">${escapeHtml(text)}</p>`),
    "</body></html>",
  ].join("\n");
}

function escapeHtml(text: string): string {
  const named: Readonly<Record<string, string>> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return text.replace(/[&<>"']/g, (sign) => named[sign] ?? sign);
}

/**
 * Queues the payer's receipt when the invoice has just become paid, overpaid or underpaid with a
 * credited part, and the shop provided the payer's email address. Only one per invoice: it links to
 * the payment page, which shows later events.
 */
export async function queueReceipt(tx: Tx, invoice: Invoice): Promise<void> {
  const { id, payerEmail } = invoice;
  if (payerEmail !== null) await mailReceipt(tx, invoice, { recipient: payerEmail, reference: id });
}

/**
 * Queues a receipt to an address. Each `reference` gets one mail, ever. `not-paid`: there is
 * nothing to confirm; `no-mail`: mail is off, or the address is none.
 */
export async function mailReceipt(
  tx: Tx,
  invoice: Invoice,
  to: { readonly recipient: string; readonly reference: string },
): Promise<"queued" | "not-paid" | "no-mail"> {
  const { status } = invoice;
  if (!isPaidStatus(status)) return "not-paid";
  const parts = await listReceivedDeposits(tx, invoice.id);
  const internal = await findInternalPayment(tx, invoice.id);
  if (parts.length === 0 && internal === null) return "not-paid";
  const { name, supportContact } = await findPayee(tx, invoice.merchantId);
  const receipt: Receipt = {
    shop: name,
    supportContact,
    orderId: invoice.orderId,
    status,
    asked: { amount: invoice.amount, currency: invoice.currencyCode },
    received: parts.map(({ amount, currencyCode, transactionId, network }) => ({
      amount,
      currency: currencyCode,
      network: network.name,
      transactionId,
      transactionUrl: explorerTransactionUrl(network, transactionId),
    })),
    internal: internal && { amount: internal.amount, currency: internal.currencyCode },
    pageUrl: paymentPageUrl(invoice.id),
    receiptUrl: `${paymentPageUrl(invoice.id)}?receipt=1`,
  };
  return (await queueMail(tx, { kind: "receipt", ...to, ...writeReceipt(receipt) })) ? "queued" : "no-mail";
}

function isPaidStatus(status: Invoice["status"]): status is Receipt["status"] {
  return status === "paid" || status === "paid_over" || status === "wrong_amount";
}

/** A transaction that was credited for an invoice. */
type ReceivedDeposit = {
  readonly amount: Decimal;
  readonly currencyCode: string;
  readonly transactionId: string;
  readonly network: {
    readonly name: string;
    readonly isSandbox: boolean;
    readonly explorerTransaction: string | null;
  };
};

/** Lists credits that were not reversed, oldest first. */
async function listReceivedDeposits(tx: Tx, invoiceId: string): Promise<ReceivedDeposit[]> {
  const rows = await tx.$queryRaw<
    { amount: string; currency: string; txid: string; name: string; sandbox: boolean; explorer: string | null }[]
  >`
    SELECT c.amount::text, c.currency_code AS currency, d.transaction_id AS txid, n.name,
      n.is_sandbox AS sandbox, n.explorer_transaction AS explorer
    FROM invoice_credits c JOIN deposits d ON d.id = c.deposit_id JOIN networks n ON n.code = d.network_code
    WHERE c.invoice_id = ${invoiceId}::uuid AND c.reversed_at IS NULL
    ORDER BY d.seen_at, d.id`;
  return rows.map(({ amount, currency, txid, name, sandbox, explorer }) => ({
    amount: decimal(amount),
    currencyCode: currency,
    transactionId: txid,
    network: { name, isSandbox: sandbox, explorerTransaction: explorer },
  }));
}
