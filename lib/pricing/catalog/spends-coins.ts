import { REVIEWED_NETWORKS } from "@/lib/pricing/catalog/data/networks";

const COIN_NETWORKS: ReadonlySet<string> = new Set(
  REVIEWED_NETWORKS.filter(({ kind }) => kind === "coins").map(({ code }) => code),
);

/** Whether a network's transactions spend coins: deposits pay as they are there, from wherever they came in, and nothing is swept. */
export function spendsCoins(networkCode: string): boolean {
  return COIN_NETWORKS.has(networkCode);
}

/** Whether those coins are in our own books one by one. Monero's are known to its wallet service alone. */
export function keepsCoins(networkCode: string): boolean {
  return spendsCoins(networkCode) && networkCode !== "xmr";
}
