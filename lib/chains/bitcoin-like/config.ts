import type { CoinFamily } from "@/lib/chains/bitcoin-like/building/coin-parameters";

/**
 * Settings of a network for the Bitcoin-family driver; nothing here is read from the environment.
 */
export type BitcoinLikeDriverConfig = {
  readonly network: string;
  readonly family: CoinFamily;
  /** Accepts any genesis block that the nodes agree on; elsewhere it must be the main network's. */
  readonly isSandbox: boolean;
  /** Preferred first. */
  readonly urls: readonly string[];
  readonly native: { readonly symbol: string; readonly decimals: number };
  /** Time limit of one request to one node. */
  readonly callLimitMs?: number;
  readonly scanBlocksMax?: number;
  /** Size limit of a response that holds one block. */
  readonly answerBytesMax?: number;
};

/** For calls that a node answers immediately. */
export const CALL_LIMIT_MS = 20_000;

/**
 * The largest Bitcoin Cash blocks are half a gigabyte of JSON, and a node sends nothing before it
 * has written all of it.
 */
export const BLOCK_SILENCE_MS = 60_000;

/** A hundred transactions, each of which may be as large as nodes relay. */
export const BATCH_BYTES_MAX = 128 * 1024 * 1024;

/** `scantxoutset` scans all unspent outputs: minutes on the main network. */
export const BALANCE_LIMIT_MS = 180_000;

/** Blocks are few and large here: on Bitcoin this is three hours. */
export const SCAN_BLOCKS_MAX = 20;

/** Whole blocks in memory at the same time. */
export const PARALLEL_BLOCKS = 2;

/**
 * Concurrent requests to one node: its queue holds 16 by default, and we are not its only client.
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
 * Litecoin's PEGOUT_MATURITY: for coins pegged out of the extension block by the last transaction
 * of a block.
 */
export const PEGOUT_MATURITY = 6;
