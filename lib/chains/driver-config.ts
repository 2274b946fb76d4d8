import type { AddressFamily } from "@/lib/chains/address-family";

/**
 * A network as the catalog and the environment describe it; a family reads the parts that it needs.
 */
export type DriverConfig = {
  readonly network: string;
  readonly family: AddressFamily;
  /** EIP-155 number; null outside the EVM family. */
  readonly chainId: number | null;
  /**
   * Whatever genesis its nodes agree in is right; elsewhere it must be that of the real network.
   */
  readonly isSandbox: boolean;
  readonly urls: readonly string[];
  readonly native: { readonly symbol: string; readonly decimals: number };
  /**
   * Where the family's hot wallet is, for nodes that have wallets of ours: theirs must be ours.
   * Asked for when a node is verified.
   */
  readonly hotAddress?: (() => string) | undefined;
  /** Limit of an answer that holds one block or a part of one; left out: what the family takes. */
  readonly answerBytesMax?: number;
  /**
   * Contracts of the tokens that are on offer there: what claims to be of another one is looked at
   * with care, and seldom.
   */
  readonly tokens?: readonly string[];
};
