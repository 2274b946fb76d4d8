/**
 * One block, identified as on its chain. `height` is the slot or sequence number where a chain has
 * those.
 */
export type BlockReference = {
  readonly height: number;
  /** The chain's canonical text; compare by equality only. */
  readonly hash: string;
  /** Hash of the nearest block below (chains may skip heights). */
  readonly parentHash: string;
  readonly time: Date;
};

/** `contract` is the token's canonical text, as returned by `parseAddress` or by the chain. */
export type Asset = { readonly kind: "native" } | { readonly kind: "token"; readonly contract: string };

/**
 * A payment destination. Chains whose owners share one address distinguish them by memo; elsewhere
 * it is null.
 */
export type Destination = { readonly address: string; readonly memo: string | null };

/** An output, identified by its transaction and index. */
export type CoinName = { readonly transactionId: string; readonly index: number };

/**
 * Money that arrived at one of our destinations, as a fact of the chain. (transactionId, position)
 * identifies it permanently: a reorganisation that includes the transaction again changes `block`,
 * never these two.
 */
export type Transfer = {
  readonly transactionId: string;
  /**
   * The sender's id of the transaction, where it differs from the receiver's: TON identifies a send
   * by the message that started it. Set only where the sender may be one of ours.
   */
  readonly originId?: string;
  /**
   * "native", "log:<ordinal in its own receipt>", "trace:<ordinal of the move>", "<output index>":
   * chain-specific, stable.
   */
  readonly position: string;
  readonly asset: Asset;
  /** Base units, always positive. */
  readonly units: bigint;
  readonly to: Destination;
  /** The sender, canonical, when the chain states it reliably; null otherwise. */
  readonly from: string | null;
  /** Null: only seen in the mempool. */
  readonly block: BlockReference | null;
  /**
   * Some of the coins that its transaction spends, for a pending transfer: another transaction that
   * spends one of them has replaced it.
   */
  readonly spends?: readonly CoinName[];
  /** Set when the chain itself locks the money until this height (coinbase, Monero unlock time). */
  readonly lockedUntilHeight?: number;
  /**
   * Ours, but this driver cannot sign for it (an output that also carries a token): never a coin to
   * pay with.
   */
  readonly isUnspendable?: boolean;
};

/** The answer of one node. An error is an answer too: it differs from "absent". */
export type NodeAnswer<Answer> = {
  /** Host of the node, without credentials or path. */
  readonly node: string;
  /**
   * The node's current head: "absent" from a lagging node proves nothing. Null when it did not
   * answer.
   */
  readonly head: BlockReference | null;
  readonly answer: Answer | null;
  readonly error: string | null;
};

/**
 * A cost that a chain charged to our receiving account. A fact like a transfer: the receiving
 * transaction identifies it permanently.
 */
export type ReceiveCost = {
  readonly transactionId: string;
  readonly address: string;
  /**
   * How much less of the native asset, in base units, the account has afterwards than the transfers
   * say. Negative when the account kept something that is not a transfer. Never zero.
   */
  readonly units: bigint;
  readonly block: BlockReference;
};
