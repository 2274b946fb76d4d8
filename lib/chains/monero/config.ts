/** What Monero's driver needs to know of a network; nothing here is read from the environment. */
export type MoneroDriverConfig = {
  readonly network: string;
  /**
   * Whatever genesis block the daemons agree in is right; elsewhere it must be the main network's.
   */
  readonly isSandbox: boolean;
  /** Preferred first; each as `parseNodeUrl` reads it. */
  readonly urls: readonly string[];
  /**
   * The hot wallet's address, which every wallet service must know as its own; asked when one is
   * verified. Left out: whoever asks does not know it.
   */
  readonly hotAddress?: (() => string) | undefined;
  readonly native: { readonly symbol: string; readonly decimals: number };
  /** Limit of a wallet's answer about one block. */
  readonly answerBytesMax?: number;
  /** Limit of one request. */
  readonly callLimitMs?: number;
  /** Subaddresses that a wallet service knows beyond those of ours that were derived. */
  readonly subaddressMargin?: number;
};

/** A wallet service answers one call at a time, and reads new blocks in the middle of it. */
export const CALL_LIMIT_MS = 30_000;

/** Blocks are two minutes apart: three hours at once. */
export const SCAN_BLOCKS_MAX = 100;

/**
 * Twice the pool that custody derives ahead, beside the 200 that a wallet looks ahead by itself.
 */
export const SUBADDRESS_MARGIN = 1_000;

/** Nobody gives out hundreds at once there, and each is work for the wallets at the first start. */
export const SUBADDRESS_MARGIN_SANDBOX = 100;

/** A transaction has 16 at most (BULLETPROOF_MAX_OUTPUTS), and one is the change. */
export const OUTPUTS_MAX = 15;

/** A daemon that serves the public looks up no more at once. */
export const LOOKUPS_MAX = 100;

/**
 * Blocks that a coinbase output stays locked (CRYPTONOTE_MINED_MONEY_UNLOCK_WINDOW), the longest
 * that a payment may be.
 */
export const LOCK_BLOCKS_MAX = 60;
