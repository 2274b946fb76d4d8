import type { NetworkRecord } from "@/lib/chains/networks/network-record";
import { NETWORKS } from "@/lib/chains/networks/networks";

/**
 * The networks as reviewed: what a fresh installation starts with. syncCatalog copies them into the
 * table, where the operator may change them. Where the figures come from: docs/networks-sources.md.
 */

/**
 * What all networks have; the table holds the part that an operator may change. The fields are
 * those of the records.
 */
export type ReviewedNetwork = Pick<
  NetworkRecord,
  | "code"
  | "name"
  | "family"
  | "kind"
  | "tokenStandard"
  | "chainId"
  | "blockSeconds"
  | "lagLimitSeconds"
  | "hasMemo"
  | "hasPriority"
  | "sortOrder"
> & {
  readonly nativeCurrency: string;
  /** The block of the transaction itself counts as one. */
  readonly confirmations: number;
  /**
   * What an operator may go down to, and no row of the database below it
   * (lib/pricing/catalog/network-rules.ts). At most `confirmations`.
   */
  readonly confirmationsMin: number;
  readonly explorerTransaction: string;
  readonly explorerAddress: string;
};

export const REVIEWED_NETWORKS: readonly ReviewedNetwork[] = NETWORKS.map((network) => ({
  code: network.code,
  name: network.name,
  family: network.family,
  kind: network.kind,
  tokenStandard: network.tokenStandard,
  chainId: network.chainId,
  nativeCurrency: network.native.currency,
  confirmations: network.confirmations.usual,
  confirmationsMin: network.confirmations.least,
  blockSeconds: network.blockSeconds,
  lagLimitSeconds: network.lagLimitSeconds,
  explorerTransaction: network.explorer.transaction,
  explorerAddress: network.explorer.address,
  hasMemo: network.hasMemo,
  hasPriority: network.hasPriority,
  sortOrder: network.sortOrder,
}));
