import type { ChainDriver } from "@/lib/chains/driver";
import { createDriver } from "@/lib/chains/registry";
import { invariant } from "@/lib/errors";
import type { Catalog, CatalogNetworkWithUrls } from "@/lib/worker/network-list";

export type OpenNetwork = { readonly network: CatalogNetworkWithUrls; readonly driver: ChainDriver };

/** A driver for each network that a node is configured for and this build can talk to. Asks no node. */
export async function openNetworks(
  catalog: Catalog,
  networks: readonly CatalogNetworkWithUrls[],
): Promise<OpenNetwork[]> {
  return Promise.all(
    networks.map(async (network) => {
      const native = catalog.service(network.nativeCurrency, network.code);
      invariant(native, `${network.code} has a native service`);
      const driver = await createDriver({
        network: network.code,
        family: network.family,
        chainId: network.chainId === null ? null : Number.parseInt(network.chainId.toString(), 10),
        urls: network.urls,
        native: { symbol: network.nativeCurrency, decimals: native.decimals },
      });
      return { network, driver };
    }),
  );
}
