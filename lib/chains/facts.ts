/**
 * One block as its chain names it. `height` is the slot or sequence number where a chain has those.
 */
export type BlockReference = {
  readonly height: number;
  /** Canonical text of the chain; compare by equality only. */
  readonly hash: string;
  /** Hash of the block below it that exists (chains may skip heights). */
  readonly parentHash: string;
  readonly time: Date;
};

/**
 * `contract` is the token's canonical text, as `parseAddress` or the chain's own naming gives it.
 */
export type Asset = { readonly kind: "native" } | { readonly kind: "token"; readonly contract: string };

/**
 * Where money goes. Chains whose owners share one address tell them apart by memo; elsewhere it is
 * null.
 */
export type Destination = { readonly address: string; readonly memo: string | null };

/** An output, by the transaction that made it. */
export type CoinName = { readonly transactionId: string; readonly index: number };

/**
 * Money that arrived at a destination of ours, as a fact of the chain. (transactionId, position)
 * names it for ever: a reorganisation that includes the transaction again changes `block`, never
 * these two.
 */
export type Transfer = {
  readonly transactionId: string;
  /**
   * The id by which its sender knows the transaction, where that is another one than the
   * receiver's: TON names a send by the message that began it. Told only where the sender may be
   * one of ours.
   */
  readonly originId?: string;
  /**
   * "native", "log:<ordinal in its own receipt>", "trace:<ordinal of the move>", "<output index>":
   * chain-specific, stable.
   */
  readonly position: string;
  readonly asset: Asset;
  /** Base units, always more than zero. */
  readonly units: bigint;
  readonly to: Destination;
  /** The sender when the chain states one for certain, canonical; null otherwise. */
  readonly from: string | null;
  /** Null: seen in the mempool only. */
  readonly block: BlockReference | null;
  /**
   * Some of the coins that its transaction spends, told of what is in the mempool: whoever else
   * spends one of them has replaced it.
   */
  readonly spends?: readonly CoinName[];
  /** Set when the chain itself locks the money until this height (coinbase, Monero unlock time). */
  readonly lockedUntilHeight?: number;
  /**
   * It is ours, and this driver cannot make a signature for it (an output that carries a token as
   * well): never a coin to pay with.
   */
  readonly isUnspendable?: boolean;
};

/** The answer of one node. An error is an answer too: it is not the same as "absent". */
export type NodeAnswer<Answer> = {
  /** Host of the node, without credentials or path. */
  readonly node: string;
  /**
   * How far that node is: "absent" from a node that lags proves nothing. Null when it did not
   * answer.
   */
  readonly head: BlockReference | null;
  readonly answer: Answer | null;
  readonly error: string | null;
};

/**
 * What a chain took from an account of ours because something arrived there. A fact like a
 * transfer: the receiving transaction names it for ever.
 */
export type ReceiveCost = {
  readonly transactionId: string;
  readonly address: string;
  /**
   * Base units of the native asset that the account has less, after it, than the transfers say.
   * Below zero when something stayed there that is no transfer. Never zero.
   */
  readonly units: bigint;
  readonly block: BlockReference;
};
