import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { createBase58check } from "@scure/base";
import { validateAddress } from "@/lib/chains/address/validate-address";
import type { DriverConfig } from "@/lib/chains/driver-config";

const base58check = createBase58check(sha256);

/** First byte of every address of the chain. */
const PREFIX = "41";

/**
 * Returns `T...` after verifying its checksum, or null. Hexadecimal is not canonical, and the zero
 * address belongs to nobody. Pure.
 */
export function parseTronAddress(text: string): string | null {
  const verdict = validateAddress("tron", text.trim(), "real");
  return verdict.ok ? verdict.address : null;
}

/** For addresses from a node: 21 bytes in hexadecimal, whoever owns them. */
export function toBase58(hex: string): string {
  return base58check.encode(hexToBytes(hex));
}

/** Converts the 20 bytes used in contracts and logs. */
export function fromContractForm(hex: string): string {
  return toBase58(`${PREFIX}${hex}`);
}

/** Returns the 21 bytes that nodes use. Throws TypeError when the text is not an address. */
export function toHexAddress(address: string): string {
  const canonical = parseTronAddress(address);
  if (canonical === null) throw new TypeError(`${address} is no TRON address`);
  return bytesToHex(base58check.decode(canonical));
}

/** What the TRON driver reads of a network's configuration, plus settings for tests. */
export type TronDriverConfig = Pick<DriverConfig, "network" | "isSandbox" | "urls" | "native" | "answerBytesMax"> & {
  /** Time limit of one request to one node. */
  readonly callLimitMs?: number;
  /** Size limit of an answer that holds several blocks. */
  readonly rangeBytesMax?: number;
  /**
   * Returns milliseconds since 1970, never the same value twice: this distinguishes equal payments.
   */
  readonly moment?: () => number;
};

/** blockID of block 0 of the main network. */
export const MAIN_GENESIS_HASH = "00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc";

/** A full block is some 300 kB; one minute of blocks takes a good node under two seconds. */
export const CALL_LIMIT_MS = 10_000;

/**
 * One minute of blocks, some 6 MB. `getblockbylimitnext` allows 100, which would exceed the
 * answer's size limit.
 */
export const SCAN_BLOCKS_MAX = 20;

/** A larger answer means that the range is too wide, so the scan halves it. */
export const RANGE_BYTES_MAX = 16 * 1024 * 1024;

/** Concurrent requests to one node; the public service throttles at fifteen a second with a key. */
export const PARALLEL_REQUESTS = 4;

/**
 * How long a transaction may still be included, by the chain's time. Signing, a second node and a
 * restart of the worker take seconds to a minute; on the other hand nothing may replace it before
 * it is dead, so with ten minutes a payout lost by a node would wait too long. The chain itself
 * allows a day.
 */
export const VALID_FOR_MS = 5 * 60_000;

/**
 * How far a real chain's newest block may be ahead of our clock and still be accepted as the time.
 */
export const CLOCK_TOLERANCE_MS = 60_000;
