import { REVIEWED_NETWORKS } from "@/lib/pricing/catalog/data/networks";

const COIN_NETWORKS: ReadonlySet<string> = new Set(
  REVIEWED_NETWORKS.filter(({ kind }) => kind === "coins").map(({ code }) => code),
);

/**
 * Whether it is a UTXO network: deposits are spent directly from any address, and nothing is swept.
 */
export function spendsCoins(networkCode: string): boolean {
  return COIN_NETWORKS.has(networkCode);
}

/**
 * Whether the gateway's own database stores these coins individually. Monero's are only known to
 * its wallet service.
 */
export function keepsCoins(networkCode: string): boolean {
  return spendsCoins(networkCode) && networkCode !== "xmr";
}

/** The fields of a network row that determine its confirmations. */
export type DepthTerms = { readonly code: string; readonly isSandbox: boolean; readonly confirmations: number };

/**
 * Returns the minimum confirmations that can be set on this network: the reviewed value; one in the
 * sandbox or for an unreviewed network. Pure.
 */
export function leastConfirmations({ code, isSandbox }: Omit<DepthTerms, "confirmations">): number {
  if (isSandbox) return 1;
  return REVIEWED_NETWORKS.find((network) => network.code === code)?.confirmationsMin ?? 1;
}

/**
 * Returns the confirmations that a transaction needs, including its own block. The row belongs to
 * the operator, and the web process may write it: values below the reviewed minimum are ignored.
 * Every check of confirmations uses this function, or does the same in SQL. Pure.
 */
export function neededConfirmations(terms: DepthTerms): number {
  return Math.max(terms.confirmations, leastConfirmations(terms));
}
