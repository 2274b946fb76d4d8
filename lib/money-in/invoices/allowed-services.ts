import { invalidParameter } from "@/lib/kernel/errors";
import { findServiceDiscounts } from "@/lib/money-in/discounts/discounts";
import { coinErrors } from "@/lib/money-in/invoices/coin-error";
import type { CoinChoice, CreateInvoiceInput } from "@/lib/money-in/invoices/schema";
import { type CoinLimit, isAccepted, type Merchant, narrowService } from "@/lib/people/merchants/merchant";
import type { CatalogService } from "@/lib/pricing/catalog/catalog-types";
import type { Catalog } from "@/lib/pricing/catalog/queries";

/** What the merchant fixed when the invoice was made, in canonical codes. */
export type CoinTerms = {
  readonly currencyCode: string;
  readonly toCurrencyCode: string | null;
  readonly networkCode: string | null;
  /** Null: the merchant's setting decides. */
  readonly currencies: readonly CoinChoice[] | null;
  readonly exceptCurrencies: readonly CoinChoice[] | null;
  readonly merchantCoins: readonly CoinChoice[] | null;
  readonly merchantLimits: readonly CoinLimit[];
};

/**
 * Services that the payer may choose among, in the order in which they are offered: what the invoice fixes and lists, else what
 * the merchant accepts, less what the invoice excludes; each within the merchant's own limits. Whether they are available right now is not asked here.
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

/** The coin that the merchant fixed: `to_currency`, or a crypto `currency`; null when the payer chooses. */
export function fixedCoin(catalog: Catalog, terms: Pick<CoinTerms, "currencyCode" | "toCurrencyCode">): string | null {
  if (terms.toCurrencyCode !== null) return terms.toCurrencyCode;
  return catalog.currency(terms.currencyCode)?.kind === "crypto" ? terms.currencyCode : null;
}

/** The discount in percent that prices a service for an invoice; null for none. */
type DiscountFor = (service: CatalogService) => number | null;

type DiscountedInvoice = {
  readonly merchantId: string;
  readonly currencyCode: string;
  readonly toCurrencyCode: string | null;
  readonly discountPercent: number | null;
};

/**
 * Where the merchant fixed the coin, the discount asked for with it, on whatever network. Where the payer chooses the coin, the
 * merchant's discount for the chosen service: only then is it read.
 */
export async function discountFor(catalog: Catalog, invoice: DiscountedInvoice): Promise<DiscountFor> {
  if (fixedCoin(catalog, invoice) !== null) return () => invoice.discountPercent;
  return findServiceDiscounts(invoice.merchantId);
}

/**
 * What a request fixes of coin and network, in canonical codes. A coin that lives on one network only needs none named.
 * @throws AppError for a code that the catalog does not know
 */
export function coinTerms(
  catalog: Catalog,
  merchant: Pick<Merchant, "acceptedCoins" | "coinLimits">,
  input: CreateInvoiceInput,
): CoinTerms {
  const currency = catalog.currency(input.currency);
  if (currency === null) throw coinErrors.currencyNotFound();
  const toCurrency = input.to_currency === null ? null : catalog.currency(input.to_currency);
  if (input.to_currency !== null && toCurrency?.kind !== "crypto") throw coinErrors.toCurrencyNotFound();
  const network = input.network === null ? null : catalog.network(input.network);
  if (input.network !== null && network === null) throw coinErrors.networkNotFound();
  const codes = { currencyCode: currency.code, toCurrencyCode: toCurrency?.code ?? null };
  const coin = fixedCoin(catalog, codes);
  const onlyNetwork = coin === null ? null : catalog.onlyNetworkOf(coin);
  return {
    ...codes,
    networkCode: (network ?? onlyNetwork)?.code ?? null,
    currencies: canonicalCoins(catalog, "currencies", input.currencies),
    exceptCurrencies: canonicalCoins(catalog, "except_currencies", input.except_currencies),
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
