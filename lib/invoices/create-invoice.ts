import { randomUUID } from "node:crypto";
import type { CatalogService } from "@/lib/catalog/catalog-types";
import { type Catalog, loadCatalog } from "@/lib/catalog/queries";
import { AppError, invalidParameter, invariant } from "@/lib/errors";
import { allowedServices, type CoinTerms, fixedCoin } from "@/lib/invoices/allowed-services";
import { coinErrors } from "@/lib/invoices/coin-error";
import {
  insertInvoice,
  isOrderIdBeingClaimed,
  isOrderIdClaimed,
  type NewInvoice,
} from "@/lib/invoices/insert-invoice-repo";
import type { Invoice } from "@/lib/invoices/invoice";
import { quoteTerms } from "@/lib/invoices/quote-terms";
import { findInvoiceByOrderId } from "@/lib/invoices/repo";
import type { CoinChoice, CreateInvoiceInput } from "@/lib/invoices/schema";
import type { Merchant } from "@/lib/merchants/merchant";
import { ZERO } from "@/lib/money/decimal";
import { parseSourceName, type RateSourceName } from "@/lib/rates/source-name";

/**
 * Creates an invoice, or answers the one that the merchant made with the same order id, whatever else is in `input`.
 *
 * With a coin and a network fixed, it gets a quote and an address of its own from the pool; no node is asked. Otherwise the payer
 * chooses on the payment page. Parallel calls of one order id make one invoice.
 *
 * @throws AppError with the specification's text when a code is unknown, a limit is missed, or nothing can be paid right now
 */
export async function createInvoice(merchant: Merchant, input: CreateInvoiceInput): Promise<Invoice> {
  const invoice = await priceInvoice(merchant, input).catch(async (refusal: unknown) => {
    if (await isOrderIdClaimed(merchant.id, input.order_id)) return null;
    throw refusal;
  });
  return invoice === null ? findFirst(merchant.id, input.order_id) : insertOrFind(invoice);
}

/** What would be written. @throws AppError when these terms, or this merchant, cannot have a new invoice */
async function priceInvoice(merchant: Merchant, input: CreateInvoiceInput): Promise<NewInvoice> {
  if (merchant.arePaymentsBlocked) throw new AppError("forbidden", "You are forbidden");

  const catalog = await loadCatalog();
  const terms = coinTerms(catalog, merchant, input);
  const source = courseSource(input.course_source);
  const service = await chooseService(catalog, merchant, input, terms, source);
  const invoice = newInvoice(merchant, input, terms, source);
  if (service === null) return { ...invoice, quote: null };
  const quote = await quoteTerms(pricedInvoice(merchant, input, terms, source), service);
  return { ...invoice, quote: { ...quote, id: randomUUID() } };
}

/** Codes in their canonical form. @throws AppError for an unknown one */
function coinTerms(catalog: Catalog, merchant: Merchant, input: CreateInvoiceInput): CoinTerms {
  const currency = catalog.currency(input.currency);
  if (currency === null) throw coinErrors.currencyNotFound();
  const toCurrency = input.to_currency === null ? null : catalog.currency(input.to_currency);
  if (input.to_currency !== null && toCurrency?.kind !== "crypto") throw coinErrors.toCurrencyNotFound();
  const network = input.network === null ? null : catalog.network(input.network);
  if (input.network !== null && network === null) throw coinErrors.networkNotFound();
  const terms = { currencyCode: currency.code, toCurrencyCode: toCurrency?.code ?? null };
  const coin = fixedCoin(catalog, terms);
  const onlyNetwork = coin === null ? null : catalog.onlyNetworkOf(coin);
  return {
    ...terms,
    networkCode: (network ?? onlyNetwork)?.code ?? null,
    currencies: canonicalCoins(catalog, "currencies", input.currencies),
    exceptCurrencies: canonicalCoins(catalog, "except_currencies", input.except_currencies),
    merchantCoins: merchant.acceptedCoins,
  };
}

function canonicalCoins(
  catalog: Catalog,
  field: string,
  coins: readonly CoinChoice[] | null,
): readonly CoinChoice[] | null {
  if (coins === null) return null;
  return coins.map((choice, index) => {
    const currency = catalog.currency(choice.currency);
    if (currency?.kind !== "crypto") throw invalidParameter(`${field}.${index}.currency`, "validation.in");
    const network = choice.network === null ? null : catalog.network(choice.network);
    if (choice.network !== null && network === null)
      throw invalidParameter(`${field}.${index}.network`, "validation.in");
    return { currency: currency.code, network: network?.code ?? null };
  });
}

function courseSource(text: string | null): RateSourceName | null {
  if (text === null) return null;
  const name = parseSourceName(text);
  if (name === null) throw invalidParameter("course_source", "validation.in");
  return name;
}

/** The one service that the request fixes, or null when the payer has a choice that fits the amount. */
async function chooseService(
  catalog: Catalog,
  merchant: Merchant,
  input: CreateInvoiceInput,
  terms: CoinTerms,
  source: RateSourceName | null,
): Promise<CatalogService | null> {
  const allowed = allowedServices(catalog, terms);
  if (allowed.length === 0) throw terms.toCurrencyCode ? coinErrors.toCurrencyNotFound() : coinErrors.serviceNotFound();
  const available = allowed.filter((service) => catalog.isAvailable(service));
  if (available.length === 0) throw coinErrors.terminalNotFound({ allowed: allowed.length });
  const coin = fixedCoin(catalog, terms);
  if (coin !== null && terms.networkCode !== null) return available[0] ?? null;
  const priced = pricedInvoice(merchant, input, terms, source);
  // As it will be priced when the payer chooses: the discount is for a coin that the merchant fixed.
  const discountPercent = coin === null ? null : priced.discountPercent;
  await assertSomeCoinFits(available, (service) => quoteTerms({ ...priced, discountPercent }, service));
  return null;
}

/** @throws the first service's own refusal when the amount is outside every service's limits */
async function assertSomeCoinFits(
  services: readonly CatalogService[],
  price: (service: CatalogService) => Promise<unknown>,
) {
  let refusal: unknown;
  for (const service of services) {
    try {
      await price(service);
      return;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refusal ??= error;
    }
  }
  throw refusal;
}

function pricedInvoice(merchant: Merchant, input: CreateInvoiceInput, terms: CoinTerms, source: RateSourceName | null) {
  return {
    amount: input.amount,
    currencyCode: terms.currencyCode,
    discountPercent: input.discount_percent,
    subtractPercent: input.subtract,
    courseSource: source,
    merchantCommission: merchant.paymentCommission,
  };
}

function newInvoice(merchant: Merchant, input: CreateInvoiceInput, terms: CoinTerms, source: RateSourceName | null) {
  const createdAt = new Date();
  return {
    id: randomUUID(),
    merchantId: merchant.id,
    orderId: input.order_id,
    walletId: null,
    amount: input.amount,
    currencyCode: terms.currencyCode,
    toCurrencyCode: terms.toCurrencyCode,
    networkCode: terms.networkCode,
    urlReturn: input.url_return,
    urlSuccess: input.url_success,
    urlCallback: input.url_callback,
    isPaymentMultiple: input.is_payment_multiple,
    lifetimeSeconds: input.lifetime,
    subtractPercent: input.subtract,
    accuracyPercent: input.accuracy_payment_percent,
    additionalData: input.additional_data,
    currencies: terms.currencies,
    exceptCurrencies: terms.exceptCurrencies,
    courseSource: source,
    fromReferralCode: input.from_referral_code,
    discountPercent: input.discount_percent,
    payerEmail: input.payer_email,
    expiresAt: new Date(createdAt.getTime() + input.lifetime * 1000),
    createdAt,
  };
}

/** The invoice that took the order id first. @throws AppError when something else than an invoice did */
async function findFirst(merchantId: string, orderId: string): Promise<Invoice> {
  const first = await findInvoiceByOrderId(merchantId, orderId);
  if (first === null) throw invalidParameter("order_id", "validation.unique");
  return first;
}

/** A repeated order id is met only here and after a refusal: to ask before every creation would cost each of them a round trip. */
async function insertOrFind(invoice: NewInvoice): Promise<Invoice> {
  const result = await insertInvoice(invoice);
  if (result.outcome === "inserted") return asInserted(invoice, result);
  const { id, merchantId, orderId } = invoice;
  if (result.outcome === "no address" && !(await isOrderIdBeingClaimed(merchantId, orderId, id)))
    throw coinErrors.terminalNotFound({ pool: invoice.quote?.service.network.family });
  return findFirst(merchantId, orderId);
}

/** The row as the database holds it, without reading it again. */
function asInserted(invoice: NewInvoice, given: { address: string | null; addressId: bigint | null }): Invoice {
  const { quote, ...rest } = invoice;
  const untouched = {
    status: "check" as const,
    paidHow: null,
    paidAmount: ZERO,
    paidAmountUsd: ZERO,
    creditedAmount: null,
    commissionAmount: null,
    transactionId: null,
    fromAddress: null,
    updatedAt: invoice.createdAt,
    finalAt: null,
    reversedAt: null,
  };
  if (quote === null) return { ...rest, ...untouched, currentQuote: null };
  const { service, ...price } = quote;
  invariant(given.address !== null && given.addressId !== null, "a quoted invoice has an address");
  const currentQuote = {
    ...price,
    number: 1,
    currencyCode: service.currency.code,
    networkCode: service.network.code,
    address: given.address,
    addressId: given.addressId,
    validUntil: invoice.expiresAt,
    createdAt: invoice.createdAt,
  };
  return { ...rest, ...untouched, currentQuote };
}
