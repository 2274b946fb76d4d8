import { sqlState } from "@/lib/kernel/db";
import { invalidParameter } from "@/lib/kernel/errors";
import type { Decimal } from "@/lib/kernel/money/decimal";
import { isRefusedFor, type Refusal, refusal } from "@/lib/kernel/refusals";
import { findServiceDiscounts } from "@/lib/money-in/discounts/discounts";
import type { CoinChoice, InvoiceTerms } from "@/lib/money-in/invoices/schema";
import { type CoinLimit, isAccepted, type Merchant, narrowService } from "@/lib/people/merchants/merchant";
import type { CatalogService } from "@/lib/pricing/catalog/catalog-types";
import type { Catalog } from "@/lib/pricing/catalog/queries";

/** The coins that the merchant specified when the invoice was created, in canonical codes. */
export type CoinTerms = {
  readonly currencyCode: string;
  readonly toCurrencyCode: string | null;
  readonly networkCode: string | null;
  /** Null: the merchant's setting applies. */
  readonly currencies: readonly CoinChoice[] | null;
  readonly exceptCurrencies: readonly CoinChoice[] | null;
  readonly merchantCoins: readonly CoinChoice[] | null;
  readonly merchantLimits: readonly CoinLimit[];
};

/**
 * Returns the services that the payer may choose, in the order in which they are offered: those
 * that the invoice fixes or lists, else those that the merchant accepts, minus the invoice's
 * exclusions; each within the merchant's own limits. Ignores their current availability.
 */
export function allowedServices(catalog: Catalog, terms: CoinTerms): readonly CatalogService[] {
  const coin = fixedCoin(catalog, terms);
  const { exceptCurrencies: excluded } = terms;
  const listed = terms.currencies ?? terms.merchantCoins;
  const allowed = catalog.services().filter((service) => {
    if (!service.isPaymentEnabled || !service.isReviewed) return false;
    if (coin !== null && service.currency.code !== coin) return false;
    if (terms.networkCode !== null && service.network.code !== terms.networkCode) return false;
    return isAccepted(listed, service) && (excluded === null || !isAccepted(excluded, service));
  });
  return terms.merchantLimits.length === 0
    ? allowed
    : allowed.map((service) => narrowService(service, terms.merchantLimits));
}

/**
 * The coin that the merchant fixed: `to_currency`, or a crypto `currency`; null when the payer
 * chooses.
 */
export function fixedCoin(catalog: Catalog, terms: Pick<CoinTerms, "currencyCode" | "toCurrencyCode">): string | null {
  if (terms.toCurrencyCode !== null) return terms.toCurrencyCode;
  return catalog.currency(terms.currencyCode)?.kind === "crypto" ? terms.currencyCode : null;
}

/** The discount in percent that applies to a service for an invoice; null for none. */
type DiscountFor = (service: CatalogService) => number | null;

type DiscountedInvoice = {
  readonly merchantId: string;
  readonly currencyCode: string;
  readonly toCurrencyCode: string | null;
  readonly discountPercent: number | null;
};

/**
 * If the merchant fixed the coin, the invoice's own discount applies on every network. If the payer
 * chooses the coin, the merchant's discount for the chosen service applies; only then is it read.
 */
export async function discountFor(
  catalog: Catalog,
  invoice: DiscountedInvoice,
  findDiscounts = findServiceDiscounts,
): Promise<DiscountFor> {
  if (fixedCoin(catalog, invoice) !== null) return () => invoice.discountPercent;
  return findDiscounts(invoice.merchantId);
}

/**
 * Returns the coin and network that a request specifies, in canonical codes. A coin with only one
 * network does not need one.
 * @throws AppError for a code that the catalog does not know
 */
export function coinTerms(
  catalog: Catalog,
  merchant: Pick<Merchant, "acceptedCoins" | "coinLimits">,
  asked: InvoiceTerms,
): CoinTerms {
  const currency = catalog.currency(asked.currencyCode);
  if (currency === null) throw coinErrors.currencyNotFound();
  const toCurrency = asked.toCurrencyCode === null ? null : catalog.currency(asked.toCurrencyCode);
  if (asked.toCurrencyCode !== null && toCurrency?.kind !== "crypto") throw coinErrors.toCurrencyNotFound();
  const network = asked.networkCode === null ? null : catalog.network(asked.networkCode);
  if (asked.networkCode !== null && network === null) throw coinErrors.networkNotFound();
  const codes = { currencyCode: currency.code, toCurrencyCode: toCurrency?.code ?? null };
  const coin = fixedCoin(catalog, codes);
  const onlyNetwork = coin === null ? null : catalog.onlyNetworkOf(coin);
  return {
    ...codes,
    networkCode: (network ?? onlyNetwork)?.code ?? null,
    currencies: canonicalCoins(catalog, "currencies", asked.currencies),
    exceptCurrencies: canonicalCoins(catalog, "except_currencies", asked.exceptCurrencies),
    merchantCoins: merchant.acceptedCoins,
    merchantLimits: merchant.coinLimits,
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

/**
 * SQLSTATE classes or codes: connection lost, resources exhausted, shutdown or cancellation; a lock
 * or conflict that did not clear.
 */
const TEMPORARY = /^(08|53|57|40)...$|^55P03$/;
const UNREACHABLE = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT"]);
/**
 * Messages of `pg` for a pool without a free connection, and for a connection that ended during a
 * statement.
 */
const POOL_TEXTS = /timeout exceeded when trying to connect|Connection terminated/;

/**
 * Whether the database failed for a temporary reason that is neither a bug nor the caller's fault.
 */
export function isTemporaryFailure(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== null) return TEMPORARY.test(state) || UNREACHABLE.has(state);
  if (!(error instanceof Error)) return false;
  const code: unknown = Reflect.get(error, "code");
  return (typeof code === "string" && UNREACHABLE.has(code)) || POOL_TEXTS.test(error.message);
}

export const coinErrors = {
  networkNotFound: () => refusal("network_not_found"),
  currencyNotFound: () => refusal("currency_not_found"),
  toCurrencyNotFound: () => refusal("to_currency_not_found"),
  serviceNotFound: () => refusal("service_not_found"),
  /** The merchant's list of accepted coins does not include it. */
  walletNotFound: () => refusal("wallet_not_found"),
  /** No source has ever had a price for one of the two. */
  convertFailed: (cause?: unknown) => refusal("convert_failed", {}, { cause }),
  /** No node, a lagging node or no free address: payment is not possible at present. */
  terminalNotFound: (details?: Record<string, unknown>) =>
    refusal("terminal_not_found", {}, details ? { details } : {}),
  /** The price is too old or doubtful; or a payer's choice has none. */
  gatewayError: (cause?: unknown) => refusal("price_unavailable", {}, { cause }),
  belowMinimum: (minimum: Decimal, currency: string) => refusal("below_minimum", { limit: minimum, currency }),
  aboveMaximum: (maximum: Decimal, currency: string) => refusal("above_maximum", { limit: maximum, currency }),
  /** The database cannot accept the write at present; the same call may be retried. */
  serverError: (cause: unknown) => refusal("temporarily_unavailable", {}, { cause }),
} as const;

/** Whether the error reports an amount outside a service's limits. */
export function isLimitError(error: unknown): error is Refusal<"below_minimum" | "above_maximum"> {
  return isRefusedFor(error, "below_minimum", "above_maximum");
}
