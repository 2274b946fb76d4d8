import type { CatalogService } from "@/lib/catalog/catalog-types";
import { type Decimal, decimal, ZERO } from "@/lib/money/decimal";

/**
 * Least amount of a network's own coin that its nodes pass on, or that a new account must hold to exist: Bitcoin's dust limit, those of
 * the chains that came from it, and Solana's rent for an empty account.
 */
const DUST_LIMITS: ReadonlyMap<string, Decimal> = new Map([
  ["btc", decimal("0.00000546")],
  ["bch", decimal("0.00000546")],
  ["dash", decimal("0.0000546")],
  ["ltc", decimal("0.0000546")],
  ["doge", decimal("0.01")],
  ["sol", decimal("0.00089088")],
]);

/** What an output must at least have on the service's network; zero where there is no such rule. */
export function dustLimitOf(service: Pick<CatalogService, "contract" | "network">): Decimal {
  return service.contract === null ? (DUST_LIMITS.get(service.network.code) ?? ZERO) : ZERO;
}
