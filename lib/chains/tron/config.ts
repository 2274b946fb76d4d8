import type { DriverConfig } from "@/lib/chains/registry";

/** What the TRON driver reads of a network's configuration, and what its tests set besides. */
export type TronDriverConfig = Pick<DriverConfig, "network" | "isSandbox" | "urls" | "native" | "answerBytesMax"> & {
  /** Limit of one request to one node. */
  readonly callLimitMs?: number;
  /** Limit of an answer that holds several blocks. */
  readonly rangeBytesMax?: number;
  /** Milliseconds since 1970, never the same twice: it tells two equal payments apart. */
  readonly moment?: () => number;
};

/** blockID of block 0 of the main network. */
export const MAIN_GENESIS_HASH = "00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc";

/** A full block is some 300 kB; one minute of them takes a good node under two seconds. */
export const CALL_LIMIT_MS = 10_000;

/** One minute of blocks, some 6 MB. `getblockbylimitnext` allows 100, which would pass the answer's size limit. */
export const SCAN_BLOCKS_MAX = 20;

/** A larger answer means a range too wide, which the scan halves. */
export const RANGE_BYTES_MAX = 16 * 1024 * 1024;

/** In flight to one node at once; the public service with a key cuts off at fifteen a second. */
export const PARALLEL_REQUESTS = 4;

/**
 * How long a transaction may still be included, by the chain's time. Signing, a second node and a restart of the worker
 * take seconds to a minute; on the other hand nothing may replace it before it is dead, so ten minutes would
 * make a payout wait that a node had lost. The chain itself allows a day.
 */
export const VALID_FOR_MS = 5 * 60_000;

/** How far a real chain's newest block may be ahead of our clock and still be taken for the time. */
export const CLOCK_TOLERANCE_MS = 60_000;
