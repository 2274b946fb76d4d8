import { unavailableReason } from "@/lib/pricing/catalog/availability";
import type { CatalogCurrency, CatalogNetwork, CatalogService } from "@/lib/pricing/catalog/catalog-types";
import { FORMER_CODES } from "@/lib/pricing/catalog/data/currencies";

/**
 * Codes are short ASCII. The test comes before changing case: `ſ` and `ı` become `S` and `I` in
 * upper case, so that a look-alike would otherwise find a coin.
 */
const CODE = /^[A-Za-z0-9]{1,16}$/;

/** Rows in the order in which they are offered. */
export type CatalogContent = {
  readonly networks: readonly CatalogNetwork[];
  readonly currencies: readonly CatalogCurrency[];
  readonly services: readonly CatalogService[];
};

/**
 * An immutable picture of the catalog at one moment. Codes are matched in any case, a coin's former
 * code too; an unknown code gives null.
 */
export type Catalog = {
  network(code: string): CatalogNetwork | null;
  currency(code: string): CatalogCurrency | null;
  service(currencyCode: string, networkCode: string): CatalogService | null;
  /**
   * The service that a transfer on this network is of; `contract` null is the network's own coin,
   * else canonical text.
   */
  serviceOfAsset(networkCode: string, contract: string | null): CatalogService | null;

  /** Everything known, available or not, in the order in which it is offered. */
  networks(): readonly CatalogNetwork[];
  currencies(): readonly CatalogCurrency[];
  services(): readonly CatalogService[];

  /**
   * Whether money can move by this service right now; switching payments or payouts off is a matter
   * of its own.
   */
  isAvailable(service: CatalogService): boolean;
  /** What a payer can pay with right now. */
  paymentServices(): readonly CatalogService[];
  /** Networks on which this currency can be paid right now. */
  networksOf(currencyCode: string): readonly CatalogNetwork[];
  /** Currencies that can be paid on this network right now. */
  currenciesOf(networkCode: string): readonly CatalogCurrency[];
  /**
   * The network of a coin that lives on one network only (BTC, BNB, TRX, ...), where a request may
   * leave the network out. It goes by the whole catalog, not by what is available: a coin does not
   * become a single-network coin because a node is down.
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
