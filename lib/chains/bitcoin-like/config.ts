import type { CoinFamily } from "@/lib/chains/bitcoin-like/building/coin-parameters";

/**
 * What the driver of the Bitcoin family needs to know of a network; nothing here is read from the
 * environment.
 */
export type BitcoinLikeDriverConfig = {
  readonly network: string;
  readonly family: CoinFamily;
  /**
   * Whatever genesis block the nodes agree in is right; elsewhere it must be the main network's.
   */
  readonly isSandbox: boolean;
  /** Preferred first. */
  readonly urls: readonly string[];
  readonly native: { readonly symbol: string; readonly decimals: number };
  /** Limit of one request to one node. */
  readonly callLimitMs?: number;
  readonly scanBlocksMax?: number;
  /** Limit of an answer that holds one block. */
  readonly answerBytesMax?: number;
};

/** Of questions that a node answers at once. */
export const CALL_LIMIT_MS = 20_000;

/**
 * The largest blocks of Bitcoin Cash are half a gigabyte of JSON, of which a node sends nothing
 * before it has written all.
 */
export const BLOCK_SILENCE_MS = 60_000;

/** A hundred transactions, of which each may be as large as nodes pass on. */
export const BATCH_BYTES_MAX = 128 * 1024 * 1024;

/** `scantxoutset` walks through all unspent outputs: minutes on the main network. */
export const BALANCE_LIMIT_MS = 180_000;

/** Blocks are few and heavy here: this many of Bitcoin's are three hours. */
export const SCAN_BLOCKS_MAX = 20;

/** Whole blocks in memory at once. */
export const PARALLEL_BLOCKS = 2;

/**
 * In flight to one node at once: its queue holds 16 by default, and ours are not its only callers.
 */
export const PARALLEL_REQUESTS = 4;

/** Calls in one batch. */
export const BATCH_CALLS_MAX = 100;

/**
 * Blocks until a coinbase output may be spent (COINBASE_MATURITY in each node's consensus.h).
 * Dogecoin raised it with its digishield fork at height 145000.
 */
export const COINBASE_MATURITY: Readonly<Record<CoinFamily, number>> = {
  btc: 100,
  ltc: 100,
  doge: 240,
  dash: 100,
  bch: 100,
};

/**
 * Litecoin's PEGOUT_MATURITY: money that left the extension blocks in the transaction that ends a
 * block.
 */
export const PEGOUT_MATURITY = 6;
