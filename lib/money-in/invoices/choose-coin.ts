import { database, type Tx, withTransaction } from "@/lib/kernel/db";
import { refusal } from "@/lib/kernel/refusals";
import { assignAddress, findOwnedAddress } from "@/lib/money-in/deposits/assign-address-repo";
import { allowedServices, coinErrors, discountFor } from "@/lib/money-in/invoices/allowed-services";
import type { Invoice, Quote } from "@/lib/money-in/invoices/invoice";
import { findMerchantTerms } from "@/lib/money-in/invoices/merchant-terms-repo";
import { type PricedInvoice, type QuoteTerms, quoteTerms } from "@/lib/money-in/invoices/quote-terms";
import {
  findInvoiceById,
  hasDeposits,
  insertQuote,
  listQuotes,
  lockInvoice,
  updateInvoice,
} from "@/lib/money-in/invoices/repo";
import { insertEvent } from "@/lib/money-in/time-line/event";
import { arePaymentsBlocked } from "@/lib/people/merchants/merchants-repo";
import type { CatalogService } from "@/lib/pricing/catalog/catalog-types";
import { type Catalog, loadCatalog } from "@/lib/pricing/catalog/queries";
import { parseSourceName } from "@/lib/pricing/rates/source-name";

/** Maximum number of quotes per invoice. */
export const QUOTES_MAX = 10;

export type ChosenCoin = { readonly currency: string; readonly network: string };

/**
 * Sets the payer's choice of coin and network: creates a quote at the current rate, with the
 * invoice's address of that family. Earlier quotes stay valid for amounts sent to them. Repeating
 * the current choice changes nothing. No quote is created while the operator has blocked the shop's
 * payments.
 * @throws AppError with a text for the payer
 */
export async function chooseCoin(invoiceId: string, choice: ChosenCoin): Promise<void> {
  const invoice = await findInvoiceById(database(), invoiceId);
  if (invoice === null) throw refusal("payment_not_found");
  if (isCurrent(invoice, choice)) return;
  assertMayChoose(invoice, new Date());
  await assertPaymentsOpen(database(), invoice.merchantId);
  const terms = await priceChoice(invoice, choice);
  await withTransaction((tx) => addChosen(tx, invoiceId, terms));
}

/**
 * Returns the invoice's current price in a coin that its payer may choose.
 * @throws AppError when the coin is not offered for it, or has no price within its limits
 */
export async function priceChoice(invoice: Invoice, choice: ChosenCoin): Promise<QuoteTerms> {
  const [catalog, merchant] = await Promise.all([loadCatalog(), findMerchantTerms(database(), invoice.merchantId)]);
  const service = findAllowed(catalog, merchant, invoice, choice);
  return await quoteTerms(await pricedInvoice(catalog, merchant, invoice, service), service);
}

/** Lists the services that this invoice's payer may choose at present. */
export async function listChoices(invoice: Invoice): Promise<readonly CatalogService[]> {
  const [catalog, merchant] = await Promise.all([loadCatalog(), findMerchantTerms(database(), invoice.merchantId)]);
  return choicesOf(catalog, merchant, invoice);
}

type MerchantTerms = Awaited<ReturnType<typeof findMerchantTerms>>;

function choicesOf(catalog: Catalog, merchant: MerchantTerms, invoice: Invoice): readonly CatalogService[] {
  const terms = { ...invoice, merchantCoins: merchant.acceptedCoins, merchantLimits: merchant.coinLimits };
  return allowedServices(catalog, terms).filter((service) => catalog.isAvailable(service));
}

function findAllowed(catalog: Catalog, merchant: MerchantTerms, invoice: Invoice, choice: ChosenCoin): CatalogService {
  const wanted = catalog.service(choice.currency, choice.network);
  if (wanted === null) throw coinErrors.serviceNotFound();
  const offered = choicesOf(catalog, merchant, invoice).find(
    (service) => service.currency.code === wanted.currency.code && service.network.code === wanted.network.code,
  );
  if (offered === undefined) throw coinErrors.terminalNotFound();
  return offered;
}

async function pricedInvoice(
  catalog: Catalog,
  merchant: MerchantTerms,
  invoice: Invoice,
  service: CatalogService,
): Promise<PricedInvoice> {
  const discountOf = await discountFor(catalog, invoice);
  return {
    amount: invoice.amount,
    currencyCode: invoice.currencyCode,
    toCurrencyCode: invoice.toCurrencyCode,
    discountPercent: discountOf(service),
    subtractPercent: invoice.subtractPercent,
    requestedRateSource: invoice.requestedRateSource === null ? null : parseSourceName(invoice.requestedRateSource),
    merchantCommission: merchant.paymentCommission,
    convertedCoins: merchant.convertedCoins,
  };
}

function assertMayChoose(invoice: Invoice, now: Date): void {
  if (invoice.status !== "check" || now >= invoice.expiresAt) throw refusal("invoice_closed");
}

async function assertPaymentsOpen(db: Tx, merchantId: string): Promise<void> {
  if (await arePaymentsBlocked(db, merchantId)) throw refusal("shop_closed");
}

async function addChosen(tx: Tx, invoiceId: string, terms: QuoteTerms): Promise<void> {
  const invoice = await lockInvoice(tx, invoiceId);
  if (invoice === null) throw refusal("payment_not_found");
  const { currency, network } = terms.service;
  if (isCurrent(invoice, { currency: currency.code, network: network.code })) return;
  const now = new Date();
  assertMayChoose(invoice, now);
  await assertPaymentsOpen(tx, invoice.merchantId);
  if (await hasDeposits(tx, invoiceId)) throw refusal("payment_moving");
  const quotes = await listQuotes(tx, invoiceId);
  if (quotes.length >= QUOTES_MAX) throw refusal("coin_changed_too_often");
  const when = { number: quotes.length + 1, validUntil: invoice.expiresAt, createdAt: now };
  const quoteId = await addQuote(tx, invoiceId, terms, when);
  await updateInvoice(tx, invoiceId, { currentQuoteId: quoteId });
  const payerAmount = terms.payerAmount.toFixed();
  await insertEvent(tx, invoiceId, "quoted", { currency: currency.code, network: network.code, payerAmount });
}

function isCurrent(invoice: Invoice, choice: ChosenCoin): boolean {
  const quote = invoice.currentQuote;
  if (quote === null) return false;
  return quote.currencyCode === choice.currency.toUpperCase() && quote.networkCode === choice.network.toLowerCase();
}

/**
 * Inserts a quote for an invoice, at its existing address in the coin's family or a newly assigned
 * one. Returns the quote's id. The caller holds the invoice's lock and makes it the current quote.
 * @throws AppError `terminal_not_found` when the family has no free address
 */
export async function addQuote(
  tx: Tx,
  invoiceId: string,
  { service, ...price }: QuoteTerms,
  when: Pick<Quote, "number" | "validUntil" | "createdAt">,
): Promise<string> {
  const { currency, network } = service;
  const owner = { kind: "invoice", id: invoiceId } as const;
  const given = (await findOwnedAddress(tx, network.family, owner)) ?? (await assignAddress(tx, network.family, owner));
  if (given === null) throw coinErrors.terminalNotFound({ pool: network.family });
  const coin = { currencyCode: currency.code, networkCode: network.code };
  return await insertQuote(tx, invoiceId, { ...price, ...given, ...coin, ...when });
}
