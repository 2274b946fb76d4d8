import { driverConfigOf } from "@/lib/catalog/driver-config";
import type { ChainDriver } from "@/lib/chains/driver";
import { createDriver } from "@/lib/chains/registry";
import type { Catalog, CatalogNetworkWithUrls } from "@/lib/worker/network-list";

export type OpenNetwork = { readonly network: CatalogNetworkWithUrls; readonly driver: ChainDriver };

/** A driver for each network that a node is configured for and this build can talk to. Asks no node. */
export async function openNetworks(
  catalog: Catalog,
  networks: readonly CatalogNetworkWithUrls[],
): Promise<OpenNetwork[]> {
  return Promise.all(
    networks.map(async (network) => ({
      network,
      driver: await createDriver(driverConfigOf(catalog, network.code, network.urls)),
    })),
  );
}
