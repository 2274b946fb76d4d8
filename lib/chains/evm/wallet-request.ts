import { networkOfChain } from "@/lib/chains/networks/networks";

/** What a wallet needs to add a chain that it does not know (EIP-3085). */
type PublicChain = {
  /** In hexadecimal, as wallets have it. */
  readonly chainId: string;
  readonly chainName: string;
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number };
  readonly rpcUrls: readonly string[];
  readonly blockExplorerUrls: readonly string[];
};

/**
 * Public data of a chain, as wallets add it; null where none is known, so that the payer has to
 * find the network in the wallet.
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
 * What a payer's wallet is asked to send (the parameters of `eth_sendTransaction`), in hexadecimal.
 */
type WalletRequest = {
  readonly chainId: string;
  /** The address to pay, or the token's contract. */
  readonly to: string;
  /** Wei; zero for a token. */
  readonly value: string;
  /** The call of the contract; `0x` for the network's own coin. */
  readonly data: string;
};

/** The first four bytes of keccak256("transfer(address,uint256)"). */
const TRANSFER = "0xa9059cbb";
const WORD_DIGITS = 64;

/**
 * A transfer of exactly `units` base units to `address`. Written by hand, so that the page's route
 * need not load a library of contracts; a test holds it against one.
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
