/**
 * A node call failed everywhere: no answer, no time, or nonsense. For a broadcast the outcome is
 * unknown.
 */
export class ChainUnavailableError extends Error {
  override readonly name: string = "ChainUnavailableError";
}

/**
 * No node gave a block, and one because what it tells of this block alone is larger than an answer
 * may be.
 */
export class BlockTooLargeError extends ChainUnavailableError {
  override readonly name = "BlockTooLargeError";
  readonly height: number;

  constructor(height: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.height = height;
  }
}

/** The node belongs to another chain than the one configured: nothing it says may be used. */
export class ChainIdentityError extends Error {
  override readonly name: string = "ChainIdentityError";
}

/**
 * A wallet service of the node holds other keys than ours: what it says is paid to us is paid to
 * somebody else, and what it pays is somebody else's.
 */
export class ForeignWalletError extends ChainIdentityError {
  override readonly name = "ForeignWalletError";
}

/**
 * The node's answers contradict each other (it reorganised while being read, or several nodes
 * behind one URL disagree). Nothing was recorded; the caller asks again from its stored blocks.
 */
export class ChainInconsistentError extends Error {
  override readonly name = "ChainInconsistentError";
}

/**
 * Why a node will not take a transaction:
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
 * A node refused the transaction. One node's refusal does not prove that no other node has it:
 * only `canStillConfirm` decides whether a second transaction may be made.
 */
export class TransactionRefusedError extends Error {
  override readonly name = "TransactionRefusedError";
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
