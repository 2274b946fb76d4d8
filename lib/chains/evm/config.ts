import { parseAbi } from "viem";

/** Settings of a network for the EVM driver; nothing here is read from the environment. */
export type EvmDriverConfig = {
  readonly network: string;
  readonly chainId: number;
  /** Preferred first. */
  readonly urls: readonly string[];
  readonly native: { readonly symbol: string; readonly decimals: number };
  /**
   * Which fee is charged for data beside gas, according to the network's record; left out: none.
   */
  readonly dataFee?: "op-stack" | undefined;
  /**
   * Sandbox chains may lack the data fee of the network that they simulate: one without the oracle
   * charges none.
   */
  readonly mayLackDataFee?: boolean;
  /** Time limit of one request to one node. */
  readonly callLimitMs?: number;
  readonly scanBlocksMax?: number;
  /** Size limit of an answer that holds one block or a part of one. */
  readonly answerBytesMax?: number;
  /** Size limit of an answer that holds the logs of several blocks. */
  readonly rangeBytesMax?: number;
};

/**
 * A node that needs longer becomes unhealthy; a range of 100 full blocks took under 100 ms on
 * anvil.
 */
export const CALL_LIMIT_MS = 10_000;

/**
 * 100 blocks with 20 logs each were 61 ms and about 1 MB on anvil; mainnet blocks hold more, which
 * halving handles.
 */
export const SCAN_BLOCKS_MAX = 100;

/** A larger answer means that the range is too wide, so the scan halves it. */
export const RANGE_BYTES_MAX = 10 * 1024 * 1024;

/** Concurrent requests to one node; public nodes throttle at a few dozen a second. */
export const PARALLEL_REQUESTS = 8;

/**
 * `transfer` without its output: USDT returns nothing, and decoding an expected `bool` from nothing
 * throws. The returned value is checked by `transferReturnedFalse`.
 */
export const ERC20_ABI = parseAbi([
  "function transfer(address to, uint256 value)",
  "function balanceOf(address owner) view returns (uint256)",
  "function decimals() view returns (uint8)",
  "function symbol() view returns (string)",
]);

/**
 * keccak256("Transfer(address,address,uint256)"). ERC-721 shares it, with the id as a fourth topic.
 */
export const TRANSFER_TOPIC = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

/** A token that returns `false` instead of reverting has moved nothing. */
export function transferReturnedFalse(returned: string): boolean {
  return /^0x0{64}$/.test(returned);
}
