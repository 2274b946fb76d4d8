import { type Tx, withTransaction } from "@/lib/kernel/db";
import { invariant } from "@/lib/kernel/errors";
import { refusal } from "@/lib/kernel/refusals";
import { assignAddress } from "@/lib/money-in/deposits/assign-address-repo";
import { coinErrors } from "@/lib/money-in/invoices/allowed-services";
import { QUOTES_MAX } from "@/lib/money-in/invoices/choose-coin";
import { closeOverdue } from "@/lib/money-in/invoices/expire-invoices";
import type { Invoice, Quote } from "@/lib/money-in/invoices/invoice";
import { insertQuote, listQuotes, lockInvoice } from "@/lib/money-in/invoices/repo";
import { transitionInvoice } from "@/lib/money-in/invoices/transition-invoice";
import { insertEvent } from "@/lib/money-in/time-line/event";
import type { Merchant } from "@/lib/people/merchants/merchant";
import { loadCatalog } from "@/lib/pricing/catalog/queries";

type Renewal = { readonly family: string | null; readonly lifetimeSeconds: number; readonly now: Date };

/**
 * Reopens an invoice that expired unpaid, with a new address and a new expiry at its original
 * price. Returns any other invoice unchanged. The old address stays watched, and payments to it
 * within the new lifetime count.
 *
 * An invoice has at most ten quotes; after that it keeps its last address. Without a coin only the
 * expiry is renewed. Two concurrent calls renew it once.
 *
 * @throws AppError `payments_blocked` to a blocked merchant, `terminal_not_found` while payment in
 *   its coin is not possible
 */
export async function refreshInvoice(
  merchant: Merchant,
  found: Invoice,
  lifetimeSeconds: number,
  now = new Date(),
): Promise<Invoice> {
  const invoice = await closeOverdue(found, now);
  if (invoice.status !== "cancel") return invoice;
  if (merchant.arePaymentsBlocked) throw refusal("payments_blocked");
  const family = await payableFamily(invoice);
  return withTransaction((tx) => renewInTransaction(tx, invoice.id, { family, lifetimeSeconds, now }));
}

/**
 * Returns the address family of the invoice's coin; null when none is chosen. @throws AppError when
 * it cannot be paid now
 */
async function payableFamily({ currentQuote }: Invoice): Promise<string | null> {
  if (currentQuote === null) return null;
  const { currencyCode, networkCode } = currentQuote;
  const catalog = await loadCatalog();
  const service = catalog.service(currencyCode, networkCode);
  if (service === null || !service.isPaymentEnabled || !catalog.isAvailable(service))
    throw coinErrors.terminalNotFound({ currency: currencyCode, network: networkCode });
  return service.network.family;
}

async function renewInTransaction(tx: Tx, invoiceId: string, renewal: Renewal): Promise<Invoice> {
  const invoice = await lockInvoice(tx, invoiceId);
  invariant(invoice !== null, `invoice ${invoiceId} is there`);
  if (invoice.status !== "cancel") return invoice;
  const { lifetimeSeconds, now } = renewal;
  const expiresAt = new Date(now.getTime() + lifetimeSeconds * 1000);
  const quote = await renewedQuote(tx, invoice, renewal.family, { createdAt: now, validUntil: expiresAt });
  const currentQuoteId = quote === null ? {} : { currentQuoteId: await insertQuote(tx, invoiceId, quote) };
  const coin = quote === null ? {} : { currency: quote.currencyCode, network: quote.networkCode };
  await insertEvent(tx, invoiceId, "refreshed", { ...coin, lifetimeSeconds });
  return transitionInvoice(tx, invoice, "check", { ...currentQuoteId, expiresAt, lifetimeSeconds });
}

/**
 * Builds a copy of the current quote at a new address; null when there is no quote, or none may be
 * added.
 */
async function renewedQuote(
  tx: Tx,
  invoice: Invoice,
  family: string | null,
  times: Pick<Quote, "createdAt" | "validUntil">,
): Promise<Omit<Quote, "id"> | null> {
  if (invoice.currentQuote === null || family === null) return null;
  const count = (await listQuotes(tx, invoice.id)).length;
  if (count >= QUOTES_MAX) return null;
  const given = await assignAddress(tx, family, { kind: "invoice", id: invoice.id });
  if (given === null) throw coinErrors.terminalNotFound({ pool: family });
  const { id: _, ...terms } = invoice.currentQuote;
  return { ...terms, ...given, ...times, number: count + 1 };
}
