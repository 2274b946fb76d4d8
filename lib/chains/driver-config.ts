import type { AddressFamily } from "@/lib/chains/address-family";

/**
 * A network as described by the catalog and the environment; each family reads the parts that it
 * needs.
 */
export type DriverConfig = {
  readonly network: string;
  readonly family: AddressFamily;
  /** EIP-155 number; null outside the EVM family. */
  readonly chainId: number | null;
  /** Accepts any genesis that its nodes agree on; elsewhere it must be that of the real network. */
  readonly isSandbox: boolean;
  readonly urls: readonly string[];
  readonly native: { readonly symbol: string; readonly decimals: number };
  /**
   * Address of the family's hot wallet, for nodes that hold our wallets: theirs must match. Called
   * when a node is verified.
   */
  readonly hotAddress?: (() => string) | undefined;
  /** Size limit of an answer that holds one block or a part of one; defaults to the family's. */
  readonly answerBytesMax?: number;
  /**
   * Contracts of the tokens offered there: transfers that claim to be of another token are read
   * with care, and rarely.
   */
  readonly tokens?: readonly string[];
};
