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

// The words every caller of a driver needs, under the name they look for. They live in a file
// of their own because spending.ts needs them too, and a cycle is refused.
export type { Asset, BlockReference, Destination, NodeAnswer, ReceiveCost, Transfer } from "@/lib/chains/facts";

/**
 * Answers which of these destinations are ours, as the set of their addresses. The driver asks once
 * per batch of blocks with distinct destinations, so that the cost follows the blocks, not our
 * address count.
 */
export type MatchDestinations = (destinations: readonly Destination[]) => Promise<ReadonlySet<string>>;

export type ScanRange = {
  readonly fromHeight: number;
  readonly toHeight: number;
  readonly match: MatchDestinations;
};

export type ScanResult = {
  /**
   * Every block of the range, rising and linked by parentHash; compare the first with what is
   * stored. Where a chain skipped every height of the range, the next block above it, so that a
   * reader gets on; none only when there is no such block yet.
   */
  readonly blocks: readonly BlockReference[];
  /** In chain order. */
  readonly transfers: readonly Transfer[];
  /** At destinations that matched, in the same blocks. Left out where receiving is free. */
  readonly costs?: readonly ReceiveCost[];
  /**
   * Native coin that came to destinations that matched along with somebody's tokens, or says that
   * it is the rest of a transfer of them which nobody of ours has begun. It is no transfer, and its
   * sender none to send back to; `costs` are less by it. Left out where nothing is told so.
   */
  readonly excesses?: readonly Transfer[];
  /**
   * Some of the coins that the transactions of these transfers spend, by their ids, proven by bytes
   * whose hash is the id. One that cannot be told now is left out, and so is all of it where
   * transactions spend no coins that all can see.
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
       * What it cost whoever paid for it, in base units of the native asset, less what accounts
       * that it closed gave back; null when the node does not say.
       */
      readonly feeUnits: bigint | null;
    };

/** A transaction that the mempool showed; `spends` as told then, empty where nothing was. */
export type MempoolTransaction = { readonly transactionId: string; readonly spends: readonly CoinName[] };

/**
 * `replaced`: it is nowhere, and another transaction, in a block or waiting, spends one of its
 * coins.
 */
export type MempoolStatus = TransactionStatus | { readonly state: "replaced" };

export type AssetDescription = { readonly symbol: string; readonly decimals: number };

/**
 * `account`: somebody holds its key. `contract`: code decides what becomes of money that is sent
 * back there, so it may be lost. `unknown`: the chain holds nothing there that tells. `active`
 * false: the first transfer costs extra or needs a minimum.
 */
export type AddressInspection = {
  readonly kind: "account" | "contract" | "unknown";
  readonly active: boolean;
};

export type NodeHealth = {
  readonly node: string;
  readonly healthy: boolean;
  /** Why it is set aside, for the operator; null when healthy. */
  readonly reason: string | null;
};

/**
 * What differs between families in shape; callers branch on this and never on the family's name.
 */
export type DriverFeatures = {
  readonly spending: "nonce" | "coins" | "expiring";
  /** Destinations may carry a memo. */
  readonly memo: boolean;
  /** Transfers of other assets than the native one exist. */
  readonly tokens: boolean;
  /** Most outputs of one outgoing transaction; 1 where a transaction pays one destination. */
  readonly outputsMax: number;
  /** Most transactions of one account that may wait at once; null: as many as one likes. */
  readonly inFlightMax: number | null;
  /**
   * Native units that must stay on an account that is not emptied to nothing (rent, storage); 0
   * where nothing must.
   */
  readonly leftBehindUnits: bigint;
  /**
   * "any": another account than the sender's may pay the fee, as `feePayer` of the source. Left out
   * where the sender pays.
   */
  readonly feePayer?: "any";
  /**
   * Widest range worth passing to `scan` at once; the driver splits further when a node refuses.
   */
  readonly scanBlocksMax: number;
};

/**
 * One network, read and written through any number of its nodes. Plain data in and out; base units
 * only. Every call has a time limit of its own beside the caller's signal, tries the next node when
 * one fails, and throws ChainUnavailableError when none answered. Nothing is remembered that
 * another process would need. Made by `create<Family>Driver(config)`; see registry.ts.
 */
export interface ChainDriver extends ChainSpending {
  readonly network: string;
  readonly family: AddressFamily;
  readonly features: DriverFeatures;
  /**
   * How many hosts its nodes are on, each of which is a word of its own; what would cost money if
   * it were a lie wants two.
   */
  readonly witnesses: number;

  /**
   * Throws ChainIdentityError when a node is on another chain than configured, or nodes differ in
   * genesis.
   */
  identify(signal: AbortSignal): Promise<{ readonly genesisHash: string }>;
  head(signal: AbortSignal): Promise<BlockReference>;
  /** Null: above the head, or a height the chain skipped. */
  blockAt(height: number, signal: AbortSignal): Promise<BlockReference | null>;
  /**
   * Successful transfers above zero to destinations that matched, in the inclusive range. Throws
   * ChainInconsistentError when the node changed its mind meanwhile or does not have the whole
   * range.
   */
  scan(range: ScanRange, signal: AbortSignal): Promise<ScanResult>;
  /**
   * What contracts sent to an address in the block at a height, of the native coin: `scan` cannot
   * see it. Costs a node much, so this is for a block of which the balance tells that something
   * came. Null when no node can say. Left out where every transfer is listed.
   */
  internalTransfers?(height: number, address: string, signal: AbortSignal): Promise<readonly Transfer[] | null>;
  /**
   * What waits in a node's mempool for destinations that matched: each transfer as `scan` will tell
   * it from its block, but for `block`, which is null, and `spends`. One node's word, which
   * promises nothing: what is told may be replaced, dropped or invented. A call may leave out what
   * it had no time to look at; the next one goes on. A node that cannot say loses nothing by it: it
   * is asked for blocks as before. Empty where blocks come within seconds, or nodes show no
   * mempool.
   */
  pending(match: MatchDestinations, signal: AbortSignal): Promise<readonly Transfer[]>;
  /**
   * What became of something that `pending` told, by every node's own word; null from one that
   * cannot say. Left out where no coins tell of a replacement: there `transactionStatusByEach` says
   * all that there is to be said.
   */
  mempoolStatusByEach?(
    transaction: MempoolTransaction,
    signal: AbortSignal,
  ): Promise<readonly NodeAnswer<MempoolStatus | null>[]>;
  transactionStatus(transactionId: string, signal: AbortSignal): Promise<TransactionStatus>;

  /**
   * Every node asked by itself: what would cost money if it were a lie needs more than one word
   * (statements.ts counts them).
   */
  transactionStatusByEach(
    transactionId: string,
    signal: AbortSignal,
  ): Promise<readonly NodeAnswer<TransactionStatus>[]>;
  /** The hash each node holds at a height; `answer.block` null means none. */
  blockAtByEach(
    height: number,
    signal: AbortSignal,
  ): Promise<readonly NodeAnswer<{ readonly block: BlockReference | null }>[]>;
  /** From the last calls, without asking anything. */
  nodeHealth(): readonly NodeHealth[];

  /**
   * Canonical text with the checksum verified, or null when it is no address of this network. Pure.
   */
  parseAddress(text: string): string | null;
  /** What the node says of the asset; null when there is no such token. Native: as configured. */
  describeAsset(asset: Asset, signal: AbortSignal): Promise<AssetDescription | null>;
  /**
   * What each node says of a token by itself; `token` null: it knows none at this contract. Left
   * out where a token cannot be added while the driver is in use: there are none, or it must know
   * them from the start (TON).
   */
  describeTokenByEach?(
    contract: string,
    signal: AbortSignal,
  ): Promise<readonly NodeAnswer<{ readonly token: AssetDescription | null }>[]>;
  /**
   * What each node says of an address: whether money may be sent back to it. Left out where senders
   * are no accounts ({@link areSendersAccounts}).
   */
  inspectAddressByEach?(address: string, signal: AbortSignal): Promise<readonly NodeAnswer<AddressInspection>[]>;
  /** Base units, at a height when the node still has that state, else now (null). */
  balanceOf(address: string, asset: Asset, atHeight: number | null, signal: AbortSignal): Promise<bigint>;
  /**
   * What many addresses hold of the native asset at a height, in their order and in base units, by
   * few questions. Beside `internalTransfers`: these balances tell what `scan` cannot see. Left out
   * where every transfer is listed.
   */
  balancesOf?(addresses: readonly string[], atHeight: number, signal: AbortSignal): Promise<readonly bigint[]>;
  /**
   * What all addresses of ours hold together of the native asset, in base units, where a wallet
   * service keeps the coins: of what had come up to a height that was read; what left above it is
   * missing already. Left out where addresses can be asked one by one.
   */
  heldTogether?(atHeight: number, signal: AbortSignal): Promise<bigint>;
}
