import { networkOfChain } from "@/lib/chains/networks/networks";

/** What a wallet needs to add a chain that it does not know (EIP-3085). */
export type PublicChain = {
  /** In hexadecimal, as wallets have it. */
  readonly chainId: string;
  readonly chainName: string;
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number };
  readonly rpcUrls: readonly string[];
  readonly blockExplorerUrls: readonly string[];
};

/** Public data of a chain, as wallets add it; null where none is known, so that the payer has to find the network in the wallet. */
export function publicChain(chainId: bigint): PublicChain | null {
  const network = networkOfChain(chainId);
  if (network === null || network.wallet === null) return null;
  const { name, native, wallet, explorer } = network;
  return {
    chainId: `0x${chainId.toString(16)}`,
    chainName: name,
    nativeCurrency: { name: wallet.coinName, symbol: native.currency, decimals: native.decimals },
    rpcUrls: [wallet.rpcUrl],
    blockExplorerUrls: [new URL(explorer.address).origin],
  };
}
