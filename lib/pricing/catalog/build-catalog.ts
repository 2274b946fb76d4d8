import { unavailableReason } from "@/lib/pricing/catalog/availability";
import type { CatalogCurrency, CatalogNetwork, CatalogService } from "@/lib/pricing/catalog/catalog-types";
import { FORMER_CODES } from "@/lib/pricing/catalog/data/currencies";

/**
 * Codes are short ASCII. Checked before the case is changed: `ſ` and `ı` become `S` and `I` in
 * upper case, so a look-alike would otherwise match a coin.
 */
const CODE = /^[A-Za-z0-9]{1,16}$/;

/** Rows in the order in which they are offered. */
export type CatalogContent = {
  readonly networks: readonly CatalogNetwork[];
  readonly currencies: readonly CatalogCurrency[];
  readonly services: readonly CatalogService[];
};

/**
 * An immutable snapshot of the catalog. Codes, including a coin's former code, are matched in any
 * case; an unknown code returns null.
 */
export type Catalog = {
  network(code: string): CatalogNetwork | null;
  currency(code: string): CatalogCurrency | null;
  service(currencyCode: string, networkCode: string): CatalogService | null;
  /**
   * Finds the service of a transfer on this network; `contract` is null for the native coin,
   * otherwise canonical text.
   */
  serviceOfAsset(networkCode: string, contract: string | null): CatalogService | null;

  /** All entries, available or not, in the order in which they are offered. */
  networks(): readonly CatalogNetwork[];
  currencies(): readonly CatalogCurrency[];
  services(): readonly CatalogService[];

  /**
   * Whether the service works at present; whether its payments or payouts are enabled is separate.
   */
  isAvailable(service: CatalogService): boolean;
  /** Services available for payment at present. */
  paymentServices(): readonly CatalogService[];
  /** Networks on which this currency can currently be paid. */
  networksOf(currencyCode: string): readonly CatalogNetwork[];
  /** Currencies that can currently be paid on this network. */
  currenciesOf(networkCode: string): readonly CatalogCurrency[];
  /**
   * The network of a coin that has only one (BTC, BNB, TRX, ...), which a request may leave out.
   * Based on the whole catalog, not on availability: a node that is down does not make a coin
   * single-network.
   */
  onlyNetworkOf(currencyCode: string): CatalogNetwork | null;
};

type Lookups = Pick<Catalog, "network" | "currency" | "service" | "serviceOfAsset">;

export function buildCatalog(content: CatalogContent): Catalog {
  const { networks, currencies, services } = content;
  const lookups = lookupsOf(content);
  const paymentServices = services.filter((service) => service.isPaymentEnabled && unavailableReason(service) === null);
  return Object.freeze({
    ...lookups,
    networks: () => networks,
    currencies: () => currencies,
    services: () => services,
    isAvailable: (service: CatalogService) => unavailableReason(service) === null,
    paymentServices: () => paymentServices,
    networksOf(currencyCode: string) {
      const currency = lookups.currency(currencyCode);
      return paymentServices
        .filter((offered) => offered.currency.code === currency?.code)
        .map((offered) => offered.network);
    },
    currenciesOf(networkCode: string) {
      const network = lookups.network(networkCode);
      return paymentServices
        .filter((offered) => offered.network.code === network?.code)
        .map((offered) => offered.currency);
    },
    onlyNetworkOf(currencyCode: string) {
      const currency = lookups.currency(currencyCode);
      const [first, ...others] = services.filter((known) => known.currency.code === currency?.code);
      return first === undefined || others.length > 0 ? null : first.network;
    },
  });
}

function currencyCodeOf(text: string): string {
  const code = text.toUpperCase();
  return FORMER_CODES.get(code) ?? code;
}

function lookupsOf({ networks, currencies, services }: CatalogContent): Lookups {
  const networkOf = new Map(networks.map((network) => [network.code, network]));
  const currencyOf = new Map(currencies.map((currency) => [currency.code, currency]));
  const serviceOf = new Map(services.map((service) => [`${service.currency.code} ${service.network.code}`, service]));
  const serviceByAsset = new Map(
    services.map((service) => [`${service.network.code} ${service.contract ?? ""}`, service]),
  );
  return {
    network: (code) => (CODE.test(code) ? (networkOf.get(code.toLowerCase()) ?? null) : null),
    currency: (code) => (CODE.test(code) ? (currencyOf.get(currencyCodeOf(code)) ?? null) : null),
    service(currencyCode, networkCode) {
      if (!CODE.test(currencyCode) || !CODE.test(networkCode)) return null;
      return serviceOf.get(`${currencyCodeOf(currencyCode)} ${networkCode.toLowerCase()}`) ?? null;
    },
    serviceOfAsset: (networkCode, contract) => serviceByAsset.get(`${networkCode} ${contract ?? ""}`) ?? null,
  };
}
