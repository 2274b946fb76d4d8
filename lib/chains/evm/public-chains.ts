/** What a wallet needs to add a chain that it does not know (EIP-3085). */
export type PublicChain = {
  /** In hexadecimal, as wallets have it. */
  readonly chainId: string;
  readonly chainName: string;
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number };
  readonly rpcUrls: readonly string[];
  readonly blockExplorerUrls: readonly string[];
};

/**
 * Chains whose own people publish a node for everybody, by their documentation in November 2026: docs.bnbchain.org,
 * docs.polygon.technology, docs.arbitrum.io, build.avax.network. Ethereum is in every wallet, and wallets refuse to have it added.
 */
const PUBLIC_CHAINS: ReadonlyMap<bigint, PublicChain> = new Map([
  [56n, chain("0x38", "BNB Smart Chain", "BNB", "BNB", "https://bsc-dataseed.bnbchain.org", "https://bscscan.com")],
  [137n, chain("0x89", "Polygon", "POL", "POL", "https://polygon-rpc.com", "https://polygonscan.com")],
  [42_161n, chain("0xa4b1", "Arbitrum One", "Ether", "ETH", "https://arb1.arbitrum.io/rpc", "https://arbiscan.io")],
  [
    43_114n,
    chain(
      "0xa86a",
      "Avalanche C-Chain",
      "Avalanche",
      "AVAX",
      "https://api.avax.network/ext/bc/C/rpc",
      "https://snowtrace.io",
    ),
  ],
]);

/** Public data of a chain; null where none is known, so that the payer has to find the network in the wallet. */
export function publicChain(chainId: bigint): PublicChain | null {
  return PUBLIC_CHAINS.get(chainId) ?? null;
}

function chain(
  chainId: string,
  chainName: string,
  name: string,
  symbol: string,
  rpcUrl: string,
  explorer: string,
): PublicChain {
  const nativeCurrency = { name, symbol, decimals: 18 };
  return { chainId, chainName, nativeCurrency, rpcUrls: [rpcUrl], blockExplorerUrls: [explorer] };
}
