/** What the TON driver needs to know of its network; nothing here is read from the environment. */
export type TonDriverConfig = {
  readonly network: string;
  /** Whatever zero state its nodes agree in is right; elsewhere it must be the main network's. */
  readonly isSandbox: boolean;
  /** Below each lie `/api/v2` and `/api/v3`. Preferred first. */
  readonly urls: readonly string[];
  readonly native: { readonly symbol: string; readonly decimals: number };
  /** Masters of the tokens that matter: a deposit of any other may be left out, when it costs much to tell what it is. */
  readonly tokens?: readonly string[];
  /** Limit of one request to one node. */
  readonly callLimitMs?: number;
  readonly scanBlocksMax?: number;
};

/** A node that needs longer is set aside. */
export const CALL_LIMIT_MS = 10_000;

/** Each block is one request at least. */
export const SCAN_BLOCKS_MAX = 50;

/** In flight to one node at once; the public service takes ten a second from a holder of a key. */
export const PARALLEL_REQUESTS = 4;

/**
 * Root and file hash of the main network's zero state, as every node has them in its own configuration (`init` of
 * global.config.json), in hex.
 */
export const MAINNET_ZERO_STATE = {
  rootHash: "17a3a92992aabea785a7a090985a265cd31f323d849da51239737e321fb05569",
  fileHash: "5e994fcf4d425c0a6ce6a792594b7173205f740a39cd56f537defd28b48a0f6e",
} as const;

/**
 * A wallet pays for the room it takes: this lasts it for years, and one that owes rent for long is frozen. The contract itself
 * asks for none of it.
 */
export const LEFT_BEHIND_UNITS = 10_000_000n;
