import type { CatalogNetwork } from "@/lib/catalog/catalog-types";
import { driverConfigOf } from "@/lib/catalog/driver-config";
import type { Catalog } from "@/lib/catalog/queries";
import type { AddressFamily } from "@/lib/chains/address-family";
import type { ChainDriver } from "@/lib/chains/driver";
import { createDriver } from "@/lib/chains/registry";
import { causeText } from "@/lib/doctor/in-words";
import { withoutNode } from "@/lib/doctor/without-node";

export type OpenNetwork = {
  readonly network: CatalogNetwork & { readonly urls: readonly string[] };
  readonly driver: ChainDriver;
};

/** A network whose nodes cannot be used as they are set, and why: in words that hold no address of a node. */
export type SetAside = { readonly networkCode: string; readonly reason: string };

/**
 * A driver for each network that a node is configured for: asks no node. One that is switched off is among them all the same, since its
 * addresses may still be paid to. A setting that no driver can be made of (a network that does not exist or that this build cannot talk
 * to, options of a URL that its driver does not take) sets its own network aside, and no other. `hotAddressOf` is asked when a node is
 * first used.
 */
export async function openNetworks(
  catalog: Catalog,
  nodeUrls: Readonly<Record<string, readonly string[]>>,
  hotAddressOf?: HotAddressOf,
): Promise<{ readonly opened: readonly OpenNetwork[]; readonly setAside: readonly SetAside[] }> {
  const outcomes = await Promise.all(
    Object.entries(nodeUrls).map(([code, urls]) => openNetwork(catalog, { code, urls, hotAddressOf })),
  );
  return {
    opened: outcomes.flatMap((outcome) => ("driver" in outcome ? [outcome] : [])),
    setAside: outcomes.flatMap((outcome) => ("reason" in outcome ? [outcome] : [])),
  };
}

type HotAddressOf = (family: AddressFamily) => string;
type Setting = {
  readonly code: string;
  readonly urls: readonly string[];
  readonly hotAddressOf: HotAddressOf | undefined;
};

async function openNetwork(catalog: Catalog, { code, urls, hotAddressOf }: Setting): Promise<OpenNetwork | SetAside> {
  const network = catalog.network(code);
  if (network === null) return { networkCode: code, reason: "there is no such network" };
  try {
    const hotAddress = hotAddressOf && (() => hotAddressOf(network.family));
    const driver = await createDriver({ ...driverConfigOf(catalog, code, urls), hotAddress });
    return { network: { ...network, urls }, driver };
  } catch (error) {
    return { networkCode: code, reason: withoutNode(causeText(error), urls) };
  }
}
