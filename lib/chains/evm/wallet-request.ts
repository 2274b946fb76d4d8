import { networkOfChain } from "@/lib/chains/networks/networks";

/** What a wallet needs to add a chain that it does not know (EIP-3085). */
type PublicChain = {
  /** In hexadecimal, as wallets expect. */
  readonly chainId: string;
  readonly chainName: string;
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number };
  readonly rpcUrls: readonly string[];
  readonly blockExplorerUrls: readonly string[];
};

/**
 * Returns the public parameters of a chain for adding it to a wallet; null where none are known, so
 * that the payer has to select the network in the wallet.
 */
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

/**
 * The transfer that a payer's wallet is asked to send (the parameters of `eth_sendTransaction`), in
 * hexadecimal.
 */
type WalletRequest = {
  readonly chainId: string;
  /** The address to pay, or the token's contract. */
  readonly to: string;
  /** Wei; zero for a token. */
  readonly value: string;
  /** The contract call; `0x` for the network's native coin. */
  readonly data: string;
};

/** The first four bytes of keccak256("transfer(address,uint256)"). */
const TRANSFER = "0xa9059cbb";
const WORD_DIGITS = 64;

/**
 * Builds a transfer of exactly `units` base units to `address`. Written by hand so that the page's
 * route need not load a contract library; a test compares it with one.
 */
export function buildWalletRequest(
  chainId: bigint,
  address: string,
  units: bigint,
  contract: string | null,
): WalletRequest {
  const hexadecimal = (value: bigint) => `0x${value.toString(16)}`;
  if (contract === null) return { chainId: hexadecimal(chainId), to: address, value: hexadecimal(units), data: "0x" };
  const words = [address.slice(2).toLowerCase(), units.toString(16)].map((word) => word.padStart(WORD_DIGITS, "0"));
  return { chainId: hexadecimal(chainId), to: contract, value: "0x0", data: TRANSFER + words.join("") };
}
