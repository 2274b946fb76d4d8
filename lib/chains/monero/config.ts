/** Settings of a network for the Monero driver; nothing here is read from the environment. */
export type MoneroDriverConfig = {
  readonly network: string;
  /**
   * Accepts any genesis block that the daemons agree on; elsewhere it must be the main network's.
   */
  readonly isSandbox: boolean;
  /** Preferred first; each in the form of `parseNodeUrl`. */
  readonly urls: readonly string[];
  /**
   * The hot wallet's address, which every wallet service must own; called when one is verified.
   * Left out when the caller does not know it.
   */
  readonly hotAddress?: (() => string) | undefined;
  readonly native: { readonly symbol: string; readonly decimals: number };
  /** Size limit of a wallet's answer about one block. */
  readonly answerBytesMax?: number;
  /** Time limit of one request. */
  readonly callLimitMs?: number;
  /** Subaddresses that a wallet service creates beyond those that we derived. */
  readonly subaddressMargin?: number;
};

/** A wallet service answers one call at a time, and syncs new blocks in the middle of it. */
export const CALL_LIMIT_MS = 30_000;

/** Blocks are two minutes apart: three hours per call. */
export const SCAN_BLOCKS_MAX = 100;

/** Twice the pool that custody derives ahead, beside the wallet's own lookahead of 200. */
export const SUBADDRESS_MARGIN = 1_000;

/** Nobody assigns hundreds at once there, and each is work for the wallets at the first start. */
export const SUBADDRESS_MARGIN_SANDBOX = 100;

/** A transaction has at most 16 outputs (BULLETPROOF_MAX_OUTPUTS), and one is the change. */
export const OUTPUTS_MAX = 15;

/** A public daemon looks up no more per call. */
export const LOOKUPS_MAX = 100;

/**
 * Blocks that a coinbase output stays locked (CRYPTONOTE_MINED_MONEY_UNLOCK_WINDOW), the longest
 * lock accepted for a payment.
 */
export const LOCK_BLOCKS_MAX = 60;
