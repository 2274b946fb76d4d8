import type { Catalog } from "@/lib/catalog/queries";
import { invalidParameter } from "@/lib/errors";
import { type CoinTerms, fixedCoin } from "@/lib/invoices/allowed-services";
import { coinErrors } from "@/lib/invoices/coin-error";
import type { CoinChoice, CreateInvoiceInput } from "@/lib/invoices/schema";
import type { Merchant } from "@/lib/merchants/merchant";

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
