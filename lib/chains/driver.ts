import type { AddressFamily } from "@/lib/chains/address-family";
import type {
  Asset,
  BlockReference,
  CoinName,
  Destination,
  NodeAnswer,
  ReceiveCost,
  Transfer,
} from "@/lib/chains/facts";
import type { ChainSpending } from "@/lib/chains/spending";

// Types that every caller of a driver needs, re-exported here where callers look for them. They are
// defined in their own file because spending.ts needs them too, and import cycles are rejected.
export type { Asset, BlockReference, Destination, NodeAnswer, ReceiveCost, Transfer } from "@/lib/chains/facts";

/**
 * Returns which of these destinations are ours, as the set of their addresses. The driver calls it
 * once per batch of blocks with distinct destinations, so that the cost depends on the blocks, not
 * on the number of our addresses.
 */
export type MatchDestinations = (destinations: readonly Destination[]) => Promise<ReadonlySet<string>>;

export type ScanRange = {
  readonly fromHeight: number;
  readonly toHeight: number;
  readonly match: MatchDestinations;
};

export type ScanResult = {
  /**
   * Every block of the range, ascending and linked by parentHash; compare the first with what is
   * stored. Where a chain skipped every height of the range, the next block above it, so that a
   * reader makes progress; empty only when there is no such block yet.
   */
  readonly blocks: readonly BlockReference[];
  /** In chain order. */
  readonly transfers: readonly Transfer[];
  /** For matched destinations, in the same blocks. Left out where receiving is free. */
  readonly costs?: readonly ReceiveCost[];
  /**
   * Native coin that arrived at matched destinations together with a third party's tokens, or that
   * claims to be the excess of a token transfer which we did not start. It is not a transfer, and
   * its sender is no refund destination; `costs` are reduced by it. Left out where none is
   * reported.
   */
  readonly excesses?: readonly Transfer[];
  /**
   * Some of the coins that the transactions of these transfers spend, by transaction id, proven by
   * bytes whose hash is the id. Entries that are unavailable now are left out; left out entirely
   * where transactions do not spend publicly visible coins.
   */
  readonly origins?: ReadonlyMap<string, readonly CoinName[]>;
};

export type TransactionStatus =
  | { readonly state: "absent" }
  | { readonly state: "pending" }
  | {
      readonly state: "included";
      readonly block: BlockReference;
      readonly succeeded: boolean;
      /**
       * The payer's cost in base units of the native asset, minus what was returned by accounts
       * that it closed; null when the node does not report it.
       */
      readonly feeUnits: bigint | null;
    };

/** A transaction seen in the mempool; `spends` as reported then, empty where nothing was. */
export type MempoolTransaction = { readonly transactionId: string; readonly spends: readonly CoinName[] };

/**
 * `replaced`: the transaction is gone, and another one, pending or in a block, spends one of its
 * coins.
 */
export type MempoolStatus = TransactionStatus | { readonly state: "replaced" };

export type AssetDescription = { readonly symbol: string; readonly decimals: number };

/**
 * `account`: somebody holds its key. `contract`: code decides what happens to a refund, so it may
 * be lost. `unknown`: nothing on the chain tells. `active` false: the first transfer costs extra or
 * needs a minimum.
 */
export type AddressInspection = {
  readonly kind: "account" | "contract" | "unknown";
  readonly active: boolean;
};

export type NodeHealth = {
  readonly node: string;
  readonly healthy: boolean;
  /** Why it is unhealthy, for the operator; null when healthy. */
  readonly reason: string | null;
};

/** How families differ in shape; callers branch on this and never on the family's name. */
export type DriverFeatures = {
  readonly spending: "nonce" | "coins" | "expiring";
  /** Destinations may carry a memo. */
  readonly memo: boolean;
  /** Transfers of assets other than the native one exist. */
  readonly tokens: boolean;
  /**
   * Maximum number of outputs per outgoing transaction; 1 where a transaction pays one destination.
   */
  readonly outputsMax: number;
  /** Maximum number of pending transactions per account; null: unlimited. */
  readonly inFlightMax: number | null;
  /**
   * Native units that must remain on an account unless it is emptied completely (rent, storage); 0
   * where none must.
   */
  readonly leftBehindUnits: bigint;
  /**
   * "any": an account other than the sender may pay the fee, as `feePayer` of the source. Left out
   * where the sender pays.
   */
  readonly feePayer?: "any";
  /** Widest range worth passing to one `scan`; the driver splits it further when a node refuses. */
  readonly scanBlocksMax: number;
};

/**
 * One network, read and written through any number of nodes. Plain data in and out; base units
 * only. Every call has its own time limit beside the caller's signal, fails over to the next node,
 * and throws ChainUnavailableError when no node answered. Stores nothing that another process would
 * need. Created by `create<Family>Driver(config)`; see registry.ts.
 */
export interface ChainDriver extends ChainSpending {
  readonly network: string;
  readonly family: AddressFamily;
  readonly features: DriverFeatures;
  /**
   * Number of hosts that run its nodes, each of which counts as one attestation; decisions where a
   * false answer would cost money require a two-node quorum.
   */
  readonly witnesses: number;

  /**
   * Throws ChainIdentityError when a node is on another chain than configured, or nodes differ in
   * genesis.
   */
  identify(signal: AbortSignal): Promise<{ readonly genesisHash: string }>;
  head(signal: AbortSignal): Promise<BlockReference>;
  /** Null: above the head, or a height that the chain skipped. */
  blockAt(height: number, signal: AbortSignal): Promise<BlockReference | null>;
  /**
   * Returns successful non-zero transfers to matched destinations, in the inclusive range. Throws
   * ChainInconsistentError when the node's chain changed meanwhile or it does not have the whole
   * range.
   */
  scan(range: ScanRange, signal: AbortSignal): Promise<ScanResult>;
  /**
   * Returns the native transfers by contracts to an address in the block at a height, which `scan`
   * cannot see. Expensive for a node, so use it only for a block where the balance shows that
   * something arrived. Null when no node can tell. Left out where every transfer is listed.
   */
  internalTransfers?(height: number, address: string, signal: AbortSignal): Promise<readonly Transfer[] | null>;
  /**
   * Returns a node's pending transfers to matched destinations: each as `scan` will report it from
   * its block, except for `block`, which is null, and `spends`. A single node's attestation, which
   * guarantees nothing: a transfer may be replaced, dropped or invented. A call may leave out what
   * it had no time to read; the next one continues. A node that does not support it stays in use
   * for blocks. Empty where blocks come within seconds, or nodes expose no mempool.
   */
  pending(match: MatchDestinations, signal: AbortSignal): Promise<readonly Transfer[]>;
  /**
   * Returns the current status of a transaction reported by `pending`, per node; null from a node
   * that cannot tell. Left out where coins do not reveal a replacement: there
   * `transactionStatusByEach` says everything.
   */
  mempoolStatusByEach?(
    transaction: MempoolTransaction,
    signal: AbortSignal,
  ): Promise<readonly NodeAnswer<MempoolStatus | null>[]>;
  transactionStatus(transactionId: string, signal: AbortSignal): Promise<TransactionStatus>;

  /**
   * Queries every node separately: decisions where a false answer would cost money need more than
   * one attestation (statements.ts counts them).
   */
  transactionStatusByEach(
    transactionId: string,
    signal: AbortSignal,
  ): Promise<readonly NodeAnswer<TransactionStatus>[]>;
  /** Returns each node's hash at a height; `answer.block` null means that it has none. */
  blockAtByEach(
    height: number,
    signal: AbortSignal,
  ): Promise<readonly NodeAnswer<{ readonly block: BlockReference | null }>[]>;
  /** Derived from the last calls, without a request. */
  nodeHealth(): readonly NodeHealth[];

  /**
   * Returns the canonical text after verifying the checksum, or null when it is not an address of
   * this network. Pure.
   */
  parseAddress(text: string): string | null;
  /**
   * Returns the node's description of the asset; null when no such token exists. Native: as
   * configured.
   */
  describeAsset(asset: Asset, signal: AbortSignal): Promise<AssetDescription | null>;
  /**
   * Returns each node's description of a token; `token` null: the node knows none at this contract.
   * Left out where a token cannot be added while the driver is in use: there are none, or it must
   * know them from the start (TON).
   */
  describeTokenByEach?(
    contract: string,
    signal: AbortSignal,
  ): Promise<readonly NodeAnswer<{ readonly token: AssetDescription | null }>[]>;
  /**
   * Returns each node's description of an address: whether it can be refunded. Left out where
   * senders are not accounts ({@link areSendersAccounts}).
   */
  inspectAddressByEach?(address: string, signal: AbortSignal): Promise<readonly NodeAnswer<AddressInspection>[]>;
  /** Returns base units, at a height while the node still has that state, otherwise now (null). */
  balanceOf(address: string, asset: Asset, atHeight: number | null, signal: AbortSignal): Promise<bigint>;
  /**
   * Returns the native balances of many addresses at a height, in their order and in base units,
   * with few requests. Complements `internalTransfers`: these balances show what `scan` cannot see.
   * Left out where every transfer is listed.
   */
  balancesOf?(addresses: readonly string[], atHeight: number, signal: AbortSignal): Promise<readonly bigint[]>;
  /**
   * Returns the total native balance of all our addresses, in base units, where a wallet service
   * keeps the coins: what had arrived up to a height that was read, minus what left since, even
   * above that height. Left out where addresses can be queried one by one.
   */
  heldTogether?(atHeight: number, signal: AbortSignal): Promise<bigint>;
}
