import { LRUCache } from "lru-cache";
import { database } from "@/lib/kernel/db";
import { invalidParameter, invariant } from "@/lib/kernel/errors";
import { log } from "@/lib/kernel/log";
import { ZERO } from "@/lib/kernel/money/decimal";
import { noteCreated, noteObject } from "@/lib/kernel/work-context";
import { coinErrors, isTemporaryFailure } from "@/lib/money-in/invoices/allowed-services";
import {
  type GivenAddress,
  insertInvoice,
  isOrderIdBeingClaimed,
  isOrderIdClaimed,
  type NewInvoice,
} from "@/lib/money-in/invoices/insert-invoice-repo";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { priceInvoice } from "@/lib/money-in/invoices/price-invoice";
import { findInvoiceByOrderId } from "@/lib/money-in/invoices/read-invoice-repo";
import { refreshInvoice } from "@/lib/money-in/invoices/refresh-invoice";
import type { InvoiceTerms } from "@/lib/money-in/invoices/schema";
import { type Merchant, unsureOfMerchant } from "@/lib/people/merchants/merchant";
import { connectReferrer } from "@/lib/people/referrals/referrals";

export type CreateOptions = {
  readonly isRefresh?: boolean;
  /** The version with which `merchant` was read, where it may have changed since. */
  readonly expectedVersion?: string | null;
};

/**
 * Creates an invoice, or returns the merchant's existing one with the same order id, whatever else
 * is in `asked`. With `isRefresh`, an existing invoice that has expired is renewed.
 *
 * If coin and network are fixed, the invoice gets a quote and its own address from the pool; no
 * node is queried. Otherwise the payer chooses on the payment page. Concurrent calls with one order
 * id create one invoice.
 *
 * @throws AppError with the specification's text when a code is unknown, an amount is outside the
 *   limits, or payment is not possible at present; `unsureOfMerchant`, with nothing written, where
 *   the merchant's version may differ from the expected one
 */
export async function createInvoice(
  merchant: Merchant,
  asked: InvoiceTerms,
  { isRefresh = false, expectedVersion = null }: CreateOptions = {},
): Promise<Invoice> {
  try {
    const found = await createOrFind(merchant, asked, expectedVersion);
    if (found.isNew) noteCreated("invoice", found.invoice.id);
    else noteObject(found.invoice.id);
    if (found.isNew || !isRefresh) return found.invoice;
    return await refreshInvoice(merchant, found.invoice, asked.lifetimeSeconds);
  } catch (error) {
    if (!isTemporaryFailure(error)) throw error;
    log().error({ err: error, merchant: merchant.id }, "an invoice could not be written");
    throw coinErrors.serverError(error);
  }
}

type Found = { readonly invoice: Invoice; readonly isNew: boolean };

/**
 * Order ids that this process created or found an invoice for. Clients repeat a call soon after it:
 * one of these is looked up first. Only a hint; without it the same is answered by two statements.
 */
const recentOrders = new LRUCache<string, true>({ max: 20_000 });
const orderKey = (merchantId: string, orderId: string) => `${merchantId} ${orderId}`;

async function createOrFind(merchant: Merchant, asked: InvoiceTerms, expectedVersion: string | null): Promise<Found> {
  if (recentOrders.has(orderKey(merchant.id, asked.orderId))) {
    const former = await findFormer(merchant.id, asked.orderId, expectedVersion);
    if (former !== null) return former;
  }
  const invoice = await priceInvoice(merchant, asked).catch(async (refusal: unknown) => {
    // A repeated order id returns the existing invoice whatever the new terms; that is looked up
    // with the merchant's current data.
    if (expectedVersion !== null) throw unsureOfMerchant();
    if (await isOrderIdClaimed(merchant.id, asked.orderId)) return null;
    throw refusal;
  });
  return invoice === null ? findFirst(merchant.id, asked.orderId) : insertOrFind(invoice, expectedVersion);
}

/**
 * Finds the invoice that took the order id first. @throws AppError when something other than an
 * invoice took it
 */
async function findFirst(merchantId: string, orderId: string): Promise<Found> {
  const first = await findFormer(merchantId, orderId, null);
  if (first === null) throw invalidParameter("order_id", "validation.unique");
  return first;
}

async function findFormer(merchantId: string, orderId: string, expectedVersion: string | null): Promise<Found | null> {
  const first = await findInvoiceByOrderId(merchantId, orderId, expectedVersion);
  if (first === null) return null;
  recentOrders.set(orderKey(merchantId, orderId), true);
  // Completes the connection if the process died between creating the invoice and connecting it.
  await connectReferrer(database(), merchantId, first.fromReferralCode);
  return { invoice: first, isNew: false };
}

/**
 * A repeated order id is detected only here and after a rejection: checking before every creation
 * would cost each of them a round trip.
 */
async function insertOrFind(invoice: NewInvoice, expectedVersion: string | null): Promise<Found> {
  const { id, merchantId, orderId } = invoice;
  const given = await insertInvoice(invoice, { expectedVersion });
  if (given !== null) return takeNew(invoice, given);
  const former = await findFormer(merchantId, orderId, expectedVersion);
  if (former !== null) return former;
  if (expectedVersion !== null) throw unsureOfMerchant();
  const late = await insertInvoice(invoice, { expectedVersion, isWholePool: true });
  if (late !== null) return takeNew(invoice, late);
  if (!(await isOrderIdBeingClaimed(merchantId, orderId, id)))
    throw coinErrors.terminalNotFound({ pool: invoice.quote?.service.network.family });
  return findFirst(merchantId, orderId);
}

async function takeNew(invoice: NewInvoice, given: GivenAddress): Promise<Found> {
  recentOrders.set(orderKey(invoice.merchantId, invoice.orderId), true);
  await connectReferrer(database(), invoice.merchantId, invoice.fromReferralCode);
  return { invoice: asInserted(invoice, given), isNew: true };
}

/** Builds the stored row without reading it back. */
function asInserted(invoice: NewInvoice, given: GivenAddress): Invoice {
  const { quote, ...rest } = invoice;
  const untouched = {
    status: "check" as const,
    paymentOutcome: null,
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
