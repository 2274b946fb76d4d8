import type { CatalogNetwork } from "@/lib/pricing/catalog/catalog-types";

/** The API's fee priorities, cheapest and slowest first. */
export const FEE_PRIORITIES = ["economy", "recommended", "high", "highest"] as const;

export type FeePriority = (typeof FEE_PRIORITIES)[number];

export const DEFAULT_PRIORITY: FeePriority = "recommended";

/** Parses a priority, case-insensitively; null when the text names none. */
export function parsePriority(text: string): FeePriority | null {
  return FEE_PRIORITIES.find((priority) => priority === text.toLowerCase()) ?? null;
}

/** Only some networks have priorities; all others have a single price, whatever was requested. */
export function appliedPriority(network: Pick<CatalogNetwork, "hasPriority">, asked: FeePriority): FeePriority {
  return network.hasPriority ? asked : DEFAULT_PRIORITY;
}
