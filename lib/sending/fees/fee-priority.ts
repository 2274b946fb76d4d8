import type { CatalogNetwork } from "@/lib/pricing/catalog/catalog-types";

/** The interface's fee levels, cheapest and slowest first. */
export const FEE_PRIORITIES = ["economy", "recommended", "high", "highest"] as const;

export type FeePriority = (typeof FEE_PRIORITIES)[number];

export const DEFAULT_PRIORITY: FeePriority = "recommended";

/** The level that a text names, in any case; null when it names none. */
export function parsePriority(text: string): FeePriority | null {
  return FEE_PRIORITIES.find((priority) => priority === text.toLowerCase()) ?? null;
}

/** Only some networks have levels; everywhere else there is one price, whatever was asked for. */
export function appliedPriority(network: Pick<CatalogNetwork, "hasPriority">, asked: FeePriority): FeePriority {
  return network.hasPriority ? asked : DEFAULT_PRIORITY;
}
