import { REVIEWED_NETWORKS } from "@/lib/pricing/catalog/data/networks";

const COIN_NETWORKS: ReadonlySet<string> = new Set(
  REVIEWED_NETWORKS.filter(({ kind }) => kind === "coins").map(({ code }) => code),
);

/**
 * Whether a network's transactions spend coins: deposits pay as they are there, from wherever they
 * came in, and nothing is swept.
 */
export function spendsCoins(networkCode: string): boolean {
  return COIN_NETWORKS.has(networkCode);
}

/**
 * Whether those coins are in our own books one by one. Monero's are known to its wallet service
 * alone.
 */
export function keepsCoins(networkCode: string): boolean {
  return spendsCoins(networkCode) && networkCode !== "xmr";
}

/** What every row of a network says of its depth. */
export type DepthTerms = { readonly code: string; readonly isSandbox: boolean; readonly confirmations: number };

/**
 * The least depth that may be asked for on this network: the reviewed one, and one block where
 * money is play money or the network is none that was reviewed. Pure.
 */
export function leastConfirmations({ code, isSandbox }: Omit<DepthTerms, "confirmations">): number {
  if (isSandbox) return 1;
  return REVIEWED_NETWORKS.find((network) => network.code === code)?.confirmationsMin ?? 1;
}

/**
 * How deep a transaction must lie to count, its own block included. The row is the operator's, and
 * the web process may write it: below the reviewed least it counts for nothing. Whoever judges a
 * depth asks here, or does the same in SQL. Pure.
 */
export function neededConfirmations(terms: DepthTerms): number {
  return Math.max(terms.confirmations, leastConfirmations(terms));
}
