import type { ChainDriver } from "@/lib/chains/driver";
import type { DriverConfig } from "@/lib/chains/driver-config";
import { createDriver } from "@/lib/chains/registry/create-driver";
import { witnessOf } from "@/lib/chains/statements";

/**
 * Creates a driver for each host that runs nodes of the network, which asks that host alone, in the
 * order of the setting. Queries no node. @throws Error like {@link createDriver}
 */
export async function createWitnesses(config: DriverConfig): Promise<readonly ChainDriver[]> {
  const urlsOf = new Map<string, string[]>();
  for (const url of config.urls) {
    // As named by its driver: for Monero the daemon behind the wallet service.
    const [node] = (await createDriver({ ...config, urls: [url] })).nodeHealth();
    const host = witnessOf(node?.node ?? url);
    urlsOf.set(host, [...(urlsOf.get(host) ?? []), url]);
  }
  return Promise.all([...urlsOf.values()].map((urls) => createDriver({ ...config, urls })));
}
