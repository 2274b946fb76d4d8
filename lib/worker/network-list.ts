import type { CatalogNetwork } from "@/lib/catalog/catalog-types";
import type { Catalog } from "@/lib/catalog/queries";
import { isFamilySupported } from "@/lib/chains/registry";

export type { Catalog } from "@/lib/catalog/queries";

export type CatalogNetworkWithUrls = CatalogNetwork & { readonly urls: readonly string[] };

/**
 * Networks that this worker reads: a node is configured and the build has a driver. One that is switched off is read all the same,
 * since its addresses may still be paid to.
 * @throws Error for a node of a network that does not exist, or that no driver is there for
 */
export function listReadNetworks(
  catalog: Catalog,
  nodeUrls: Readonly<Record<string, readonly string[]>>,
): CatalogNetworkWithUrls[] {
  return Object.entries(nodeUrls).map(([code, urls]) => {
    const network = catalog.network(code);
    if (network === null) throw new Error(`Bad setting NODE_URLS_${code.toUpperCase()}: there is no such network`);
    if (!isFamilySupported(network.family)) {
      throw new Error(`Bad setting NODE_URLS_${code.toUpperCase()}: this version has no driver for ${network.name}`);
    }
    return { ...network, urls };
  });
}
