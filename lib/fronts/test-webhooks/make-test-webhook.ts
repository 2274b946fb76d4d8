import { randomUUID } from "node:crypto";
import type { AddressFamily } from "@/lib/chains/address-family";
import { assertCallbackAllowed } from "@/lib/delivery/webhooks/callback-address";
import { type WebhookPayload, writePhpJson } from "@/lib/delivery/webhooks/payload";
import type { KeyKind } from "@/lib/delivery/webhooks/sign-payload";
import { generateSample, type PaymentTest, testPaymentPayload } from "@/lib/fronts/test-webhooks/payment-payload";
import { testPayoutPayload } from "@/lib/fronts/test-webhooks/payout-payload";
import type { TestPaymentInput, TestPayoutInput, TestWebhook } from "@/lib/fronts/test-webhooks/schema";
import { database } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import type { Decimal } from "@/lib/kernel/money/decimal";
import { loadConvertView } from "@/lib/money-in/invoices/convert-view";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { findPaymentByOrderId } from "@/lib/money-in/invoices/payments-repo";
import { findInvoiceByOrderId, findMerchantInvoice } from "@/lib/money-in/invoices/read-invoice-repo";
import { findMerchantWallet, findWalletByOrderId } from "@/lib/money-in/static-wallets/repo";
import { findMerchantPayout, findPayoutByOrderId, findPayoutKeyKind } from "@/lib/money-out/payouts/repo";
import { walletUuid } from "@/lib/people/merchants/wallet-owner-repo";
import type { CatalogService } from "@/lib/pricing/catalog/catalog-types";
import { loadCatalog } from "@/lib/pricing/catalog/queries";
import { findUsdPrice } from "@/lib/pricing/rates/queries";
import { StaleRateError } from "@/lib/pricing/rates/repo";

/**
 * Creates a test webhook about an invoice: a real one by uuid or order id (the uuid takes
 * precedence), otherwise a sample one.
 * @throws AppError `Payment service not found`, `Not found payment`
 */
export async function makePaymentTest(merchantId: string, input: TestPaymentInput): Promise<TestWebhook> {
  const service = await findService(input, "Payment service not found");
  const invoice = await findNamed(input, "Not found payment", {
    byUuid: async (uuid) => requestOnly(await findMerchantInvoice(merchantId, uuid)),
    byOrderId: (orderId) => findInvoiceByOrderId(merchantId, orderId),
  });
  const payload = testPaymentPayload(await aboutPayment(input.status, service, invoice, null));
  return toTest(merchantId, input.url_callback, payload, "payment");
}

/**
 * Creates a test webhook about a static wallet, as a top-up of it would send: the newest one, or a
 * sample one if there is none.
 * @throws AppError `Payment service not found`, `Not found wallet`
 */
export async function makeWalletTest(merchantId: string, input: TestPaymentInput): Promise<TestWebhook> {
  const service = await findService(input, "Payment service not found");
  const wallet = await findNamed(input, "Not found wallet", {
    byUuid: (uuid) => findWalletByUuid(merchantId, uuid, service),
    byOrderId: (orderId) => findWalletByOrderId(merchantId, orderId),
  });
  if (wallet === null) throw new AppError("not_found", "Not found wallet");
  const invoice = await findPaymentByOrderId(merchantId, wallet.orderId);
  const payload = testPaymentPayload(await aboutPayment(input.status, service, invoice, wallet));
  return toTest(merchantId, input.url_callback, payload, "payment");
}

/** Creates the same about a sample wallet. @throws AppError `Payment service not found` */
export async function createSampleWalletTest(merchantId: string, input: TestPaymentInput): Promise<TestWebhook> {
  const service = await findService(input, "Payment service not found");
  const { uuid, orderId } = generateSample(service.network.family);
  const payload = testPaymentPayload(await aboutPayment(input.status, service, null, { id: uuid, orderId }));
  return toTest(merchantId, input.url_callback, payload, "payment");
}

/**
 * Creates a test webhook about a payout: a real one by uuid or order id (the uuid takes
 * precedence), otherwise a sample one. Signed with the key that signs the merchant's real ones.
 * @throws AppError `Payout service not found`, `Not found payout`
 */
export async function makePayoutTest(merchantId: string, input: TestPayoutInput): Promise<TestWebhook> {
  const service = await findService(input, "Payout service not found");
  const payout = await findNamed(input, "Not found payout", {
    byUuid: (uuid) => findMerchantPayout(merchantId, uuid),
    byOrderId: (orderId) => findPayoutByOrderId(merchantId, orderId),
  });
  const sample = generateSample(await familyOf(payout?.networkCode, service));
  const payload = testPayoutPayload({ status: input.status, service, sample, payout });
  return toTest(merchantId, input.url_callback, payload, await findPayoutKeyKind(database(), merchantId));
}

async function aboutPayment(
  status: PaymentTest["status"],
  service: CatalogService,
  invoice: Invoice | null,
  wallet: PaymentTest["wallet"],
): Promise<PaymentTest> {
  const convert = invoice && (await loadConvertView(invoice));
  const sample = generateSample(await familyOf(invoice?.currentQuote?.networkCode, service));
  return { status, service, usdRate: await usdRateOf(service), sample, invoice, convert, wallet };
}

/**
 * Returns the family of the network that the webhook names: the real object's, otherwise the
 * request's.
 */
async function familyOf(networkCode: string | undefined, service: CatalogService): Promise<AddressFamily> {
  const network = networkCode === undefined ? null : (await loadCatalog()).network(networkCode);
  return (network ?? service.network).family;
}

/** @throws AppError naming `url_callback` */
function toTest(merchantId: string, url: string, payload: WebhookPayload, keyKind: KeyKind): TestWebhook {
  assertCallbackAllowed(url);
  return { id: randomUUID(), merchantId, url, payload: writePhpJson(payload), keyKind, createdAt: new Date() };
}

/** Finds any service of the catalog, whether currently offered or not: the test is of the shop. */
async function findService(
  input: { readonly currency: string; readonly network: string },
  otherwise: string,
): Promise<CatalogService> {
  const service = (await loadCatalog()).service(input.currency, input.network);
  if (service === null) throw new AppError("refused", otherwise);
  return service;
}

type Finders<Found> = {
  readonly byUuid: (uuid: string) => Promise<Found | null>;
  readonly byOrderId: (orderId: string) => Promise<Found | null>;
};

/** Returns null only if no id was given. */
async function findNamed<Found>(
  ids: { readonly uuid: string | null; readonly order_id: string | null },
  otherwise: string,
  { byUuid, byOrderId }: Finders<Found>,
): Promise<Found | null> {
  if (ids.uuid === null && ids.order_id === null) return null;
  const found = ids.uuid === null ? await byOrderId(ids.order_id ?? "") : await byUuid(ids.uuid);
  if (found === null) throw new AppError("not_found", otherwise);
  return found;
}

function requestOnly(invoice: Invoice | null): Invoice | null {
  return invoice?.walletId === null ? invoice : null;
}

/**
 * `wallet_uuid` identifies the balance shared by all static wallets of a coin; returns the newest
 * of those.
 */
async function findWalletByUuid(merchantId: string, uuid: string, service: CatalogService) {
  const { code } = service.currency;
  if (uuid.toLowerCase() === walletUuid(merchantId, code))
    return findNewestWallet(merchantId, code, service.network.code);
  return findMerchantWallet(merchantId, uuid);
}

async function usdRateOf(service: CatalogService): Promise<Decimal | null> {
  try {
    return (await findUsdPrice(service.currency.code)).rate;
  } catch (error) {
    if (error instanceof StaleRateError) return null;
    throw error;
  }
}

/** Returns a merchant's newest static wallet in a coin on a network. */
async function findNewestWallet(merchantId: string, currencyCode: string, networkCode: string) {
  return await database().staticWallet.findFirst({
    where: { merchantId, currencyCode, networkCode },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: { id: true, orderId: true },
  });
}
