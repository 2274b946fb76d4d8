/**
 * A node call failed on every node: no answer, timeout, or an invalid answer. For a broadcast the
 * outcome is unknown.
 */
export class ChainUnavailableError extends Error {
  override readonly name: string = "ChainUnavailableError";
}

/**
 * No node returned a block, and at least one because this block alone exceeds the size limit of an
 * answer.
 */
export class BlockTooLargeError extends ChainUnavailableError {
  override readonly name = "BlockTooLargeError";
  readonly height: number;

  constructor(height: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.height = height;
  }
}

/** The node belongs to another chain than the one configured: none of its answers may be used. */
export class ChainIdentityError extends Error {
  override readonly name: string = "ChainIdentityError";
}

/**
 * A wallet service of the node holds keys other than ours: payments that it reports go to somebody
 * else, and it spends somebody else's money.
 */
export class ForeignWalletError extends ChainIdentityError {
  override readonly name = "ForeignWalletError";
}

/**
 * The node's answers contradict each other (it reorganised while being read, or several nodes
 * behind one URL disagree). Nothing was recorded; the caller tries again from its stored blocks.
 */
export class ChainInconsistentError extends Error {
  override readonly name = "ChainInconsistentError";
}

/**
 * Why a node rejects a transaction:
 * - `spent`: its nonce or one of its inputs was used by another transaction that is already in the
 *   chain;
 * - `conflict`: another unconfirmed transaction holds the nonce or input and this one does not
 *   outbid it;
 * - `fee`: the fee is below what the node accepts;
 * - `funds`: the sender cannot pay amount and fee;
 * - `expired`: its validity has passed;
 * - `gap`: an earlier nonce is missing;
 * - `invalid`: anything else (bad signature, dust, malformed): repeating the same bytes will not
 *   help.
 */
export type RefusalReason = "spent" | "conflict" | "fee" | "funds" | "expired" | "gap" | "invalid";

/**
 * A node rejected the transaction. One rejection does not prove that no other node has it: only
 * `canStillConfirm` decides whether a second transaction may be created.
 */
export class TransactionRefusedError extends Error {
  override readonly name = "TransactionRefusedError";
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
