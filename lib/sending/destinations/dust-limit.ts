import { networkOf } from "@/lib/chains/networks/networks";
import { type Decimal, decimal, ZERO } from "@/lib/kernel/money/decimal";
import type { CatalogService } from "@/lib/pricing/catalog/catalog-types";

/**
 * What an output must at least have on the service's network, of its own coin: Bitcoin's dust limit, those of the chains that came from it, and
 * Solana's rent for an empty account; zero where there is no such rule.
 */
export function dustLimitOf(service: Pick<CatalogService, "contract" | "network">): Decimal {
  const limit = service.contract === null ? networkOf(service.network.code)?.dustLimit : undefined;
  return limit === undefined ? ZERO : decimal(limit);
}
