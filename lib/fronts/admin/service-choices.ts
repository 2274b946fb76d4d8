import { loadCatalog } from "@/lib/pricing/catalog/queries";

export type NetworkServices = {
  readonly networkCode: string;
  readonly networkName: string;
  readonly currencies: readonly string[];
};

/** What the operator's forms may offer: every coin, by network, where a node is configured. */
export async function listNetworkServices(): Promise<NetworkServices[]> {
  const catalog = await loadCatalog();
  const services = catalog
    .services()
    .filter(({ network, mismatch }) => network.node !== "missing" && mismatch === null);
  return catalog
    .networks()
    .map(({ code, name }) => ({
      networkCode: code,
      networkName: name,
      currencies: services.filter(({ network }) => network.code === code).map(({ currency }) => currency.code),
    }))
    .filter(({ currencies }) => currencies.length > 0);
}

/** Every coin that can stand in the books, in the catalog's order. */
export async function listCoins(): Promise<string[]> {
  const catalog = await loadCatalog();
  return catalog
    .currencies()
    .filter(({ kind }) => kind === "crypto")
    .map(({ code }) => code);
}
