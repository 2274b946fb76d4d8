/** What the EVM driver needs to know of a network; nothing here is read from the environment. */
export type EvmDriverConfig = {
  readonly network: string;
  readonly chainId: number;
  /** Preferred first. */
  readonly urls: readonly string[];
  readonly native: { readonly symbol: string; readonly decimals: number };
  /** Who takes a fee for data beside gas, as the network's record says; left out: nobody. */
  readonly dataFee?: "op-stack" | undefined;
  /** Play chains stand in for such networks and need not charge for data: one that has no oracle does not. */
  readonly mayLackDataFee?: boolean;
  /** Limit of one request to one node. */
  readonly callLimitMs?: number;
  readonly scanBlocksMax?: number;
  /** Limit of an answer that holds one block or a part of one. */
  readonly answerBytesMax?: number;
  /** Limit of an answer that holds the logs of several blocks. */
  readonly rangeBytesMax?: number;
};

/** A node that needs longer is set aside; a range of 100 full blocks took under 100 ms on anvil. */
export const CALL_LIMIT_MS = 10_000;

/** 100 blocks with 20 logs each were 61 ms and about 1 MB on anvil; mainnet blocks hold more, halving does the rest. */
export const SCAN_BLOCKS_MAX = 100;

/** A larger answer means a range too wide, which the scan halves. */
export const RANGE_BYTES_MAX = 10 * 1024 * 1024;

/** In flight to one node at once; public ones cut off at a few dozen a second. */
export const PARALLEL_REQUESTS = 8;
