import type { DriverConfig } from "@/lib/chains/driver-config";
import { env } from "@/lib/kernel/env";
import { invariant } from "@/lib/kernel/errors";
import type { Catalog } from "@/lib/pricing/catalog/build-catalog";

/** `tokens`: contracts of the tokens that can be paid with. */
type NetworkConfig = DriverConfig & { readonly tokens: readonly string[] };

/**
 * Builds a driver's configuration for a network and its nodes. @throws Error when the catalog lacks
 * it
 */
export function driverConfigOf(catalog: Catalog, code: string, urls: readonly string[]): NetworkConfig {
  const network = catalog.network(code);
  invariant(network, `the catalog knows ${code}`);
  const native = catalog.service(network.nativeCurrency, network.code);
  invariant(native, `${code} has a native service`);
  const services = catalog.services().filter((service) => service.network.code === network.code && service.isReviewed);
  return {
    network: network.code,
    family: network.family,
    chainId: network.chainId === null ? null : Number.parseInt(network.chainId.toString(), 10),
    isSandbox: network.isSandbox,
    urls,
    answerBytesMax: env().NODE_ANSWER_MB_MAX * 1024 * 1024,
    native: { symbol: network.nativeCurrency, decimals: native.decimals },
    tokens: services.flatMap(({ contract }) => contract ?? []),
  };
}
