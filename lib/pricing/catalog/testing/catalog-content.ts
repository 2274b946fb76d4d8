import type { CatalogNetwork, CatalogService } from "@/lib/pricing/catalog/catalog-types";
import { reviewedContent } from "@/lib/pricing/catalog/reviewed-content";

/** BNB Smart Chain with a healthy node. */
export function aNetwork(changes: Partial<CatalogNetwork> = {}): CatalogNetwork {
  return { ...aService().network, ...changes };
}

/** USDT on BNB Smart Chain: 18 decimals on the chain, 8 in the API. */
export function aService(changes: Partial<CatalogService> = {}): CatalogService {
  const found = reviewedContent().services.find(
    ({ currency, network }) => currency.code === "USDT" && network.code === "bsc",
  );
  if (found === undefined) throw new Error("the reviewed catalog lacks USDT on bsc");
  return { ...found, ...changes };
}
