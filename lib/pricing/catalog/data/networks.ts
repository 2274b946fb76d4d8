import type { NetworkRecord } from "@/lib/chains/networks/network-record";
import { NETWORKS } from "@/lib/chains/networks/networks";

/**
 * The reviewed networks of a fresh installation. syncCatalog copies them into the table, where the
 * operator may change them. Sources of the values: docs/networks-sources.md.
 */

/**
 * The fields of all networks, as in the records; the table has those that an operator may change.
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
  /** Includes the transaction's own block. */
  readonly confirmations: number;
  /**
   * The minimum that an operator may set, and the minimum of every row in the database
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
