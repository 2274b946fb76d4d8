import { decimal } from "@/lib/kernel/money/decimal";
import { payableDecimalsOf } from "@/lib/pricing/catalog/availability";
import type { CatalogContent } from "@/lib/pricing/catalog/build-catalog";
import type { CatalogCurrency, CatalogNetwork, CatalogService } from "@/lib/pricing/catalog/catalog-types";
import { REVIEWED_CURRENCIES } from "@/lib/pricing/catalog/data/currencies";
import { REVIEWED_NETWORKS } from "@/lib/pricing/catalog/data/networks";
import { REVIEWED_SERVICES, type ReviewedService } from "@/lib/pricing/catalog/data/services";

/**
 * The catalog of a fresh installation, every network enabled with a healthy node, with `changes`
 * applied to each network.
 */
export function reviewedContent(changes: Partial<CatalogNetwork> = {}): CatalogContent {
  const networks = REVIEWED_NETWORKS.toSorted((a, b) => a.sortOrder - b.sortOrder).map(
    (network): CatalogNetwork => ({ ...network, isEnabled: true, isSandbox: false, node: "ready", ...changes }),
  );
  return {
    networks,
    currencies: REVIEWED_CURRENCIES,
    services: REVIEWED_SERVICES.map((service) => toCatalogService(service, networks, REVIEWED_CURRENCIES)),
  };
}

function toCatalogService(
  service: ReviewedService,
  networks: readonly CatalogNetwork[],
  currencies: readonly CatalogCurrency[],
): CatalogService {
  const network = networks.find(({ code }) => code === service.network);
  const currency = currencies.find(({ code }) => code === service.currency);
  if (network === undefined || currency === undefined)
    throw new Error(`${service.currency} on ${service.network} hangs in the air`);
  return {
    ...service,
    currency,
    network,
    payableDecimals: payableDecimalsOf(service.decimals),
    isPaymentEnabled: true,
    isPayoutEnabled: true,
    paymentMin: decimal(service.paymentMin),
    paymentMax: decimal(service.paymentMax),
    paymentFeePercent: decimal(service.paymentFeePercent),
    paymentFeeFixed: decimal(service.paymentFeeFixed),
    payoutMin: decimal(service.payoutMin),
    payoutMax: decimal(service.payoutMax),
    payoutFeePercent: decimal(service.payoutFeePercent),
    payoutFeeFixed: decimal(service.payoutFeeFixed),
    mismatch: null,
  };
}
