import type { CoinFamily } from "@/lib/chains/bitcoin-like/building/coin-parameters";

/** What the driver of the Bitcoin family needs to know of a network; nothing here is read from the environment. */
export type BitcoinLikeDriverConfig = {
  readonly network: string;
  readonly family: CoinFamily;
  /** Whatever genesis block the nodes agree in is right; elsewhere it must be the main network's. */
  readonly isSandbox: boolean;
  /** Preferred first. */
  readonly urls: readonly string[];
  readonly native: { readonly symbol: string; readonly decimals: number };
  /** Limit of one request to one node. */
  readonly callLimitMs?: number;
  readonly scanBlocksMax?: number;
};

/** The fullest blocks are some 20 MB of JSON, which a node needs a second or two to write. */
export const CALL_LIMIT_MS = 20_000;

/** `scantxoutset` walks through all unspent outputs: minutes on the main network. */
export const BALANCE_LIMIT_MS = 180_000;

/** Blocks are few and heavy here: this many of Bitcoin's are three hours. */
export const SCAN_BLOCKS_MAX = 20;

/** Whole blocks in memory at once. */
export const PARALLEL_BLOCKS = 2;

/** In flight to one node at once: its queue holds 16 by default, and ours are not its only callers. */
export const PARALLEL_REQUESTS = 4;

/** Calls in one batch. */
export const BATCH_CALLS_MAX = 100;

/**
 * Blocks until a coinbase output may be spent (COINBASE_MATURITY in each node's consensus.h). Dogecoin raised it with its
 * digishield fork at height 145000.
 */
export const COINBASE_MATURITY: Readonly<Record<CoinFamily, number>> = {
  btc: 100,
  ltc: 100,
  doge: 240,
  dash: 100,
  bch: 100,
};

/** Litecoin's PEGOUT_MATURITY: money that left the extension blocks in the transaction that ends a block. */
export const PEGOUT_MATURITY = 6;
