import type { CatalogNetwork } from "@/lib/pricing/catalog/catalog-types";

/** Play-money chains are on no explorer, whatever their network's reviewed data says. */
export function explorerTransactionUrl(
  network: Pick<CatalogNetwork, "isSandbox" | "explorerTransaction">,
  transactionId: string,
): string | null {
  if (network.isSandbox || network.explorerTransaction === null) return null;
  return network.explorerTransaction.replace("{txid}", encodeURIComponent(transactionId));
}

export function explorerAddressUrl(network: CatalogNetwork, address: string): string | null {
  if (network.isSandbox || network.explorerAddress === null) return null;
  return network.explorerAddress.replace("{address}", encodeURIComponent(address));
}
