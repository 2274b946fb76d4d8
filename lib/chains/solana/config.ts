import { type Address, isAddress, isOffCurveAddress } from "@solana/kit";
import { validateSolana } from "@/lib/chains/address/validate-address";

/** Settings of a network for the Solana driver; nothing here is read from the environment. */
export type SolanaDriverConfig = {
  readonly network: string;
  /** Accepts any genesis that the nodes agree on; elsewhere it must be the main network's. */
  readonly isSandbox: boolean;
  /** Preferred first. */
  readonly urls: readonly string[];
  readonly native: { readonly symbol: string; readonly decimals: number };
  /** Time limit of one request to one node. */
  readonly callLimitMs?: number;
  readonly scanBlocksMax?: number;
  /** Size limit of an answer that holds one block. */
  readonly answerBytesMax?: number;
};

/**
 * The main network's, as returned by `getGenesisHash`. It identifies the genesis configuration and
 * is not a block hash.
 */
export const MAIN_GENESIS = "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d";

/**
 * A full block of the main network is several megabytes, which a public node needs seconds to send.
 */
export const CALL_LIMIT_MS = 20_000;

/**
 * Slots, not blocks: 16 are six seconds of the chain and, at some 4 MB a block, what fits beside
 * other work.
 */
export const SCAN_BLOCKS_MAX = 16;

/**
 * Most slots searched for the next block where many were skipped: the cluster has halted for hours
 * before.
 */
export const SKIPPED_SLOTS_MAX = 400_000;

/** Concurrent block requests to one node: each may be `RESPONSE_BYTES_MAX` of text in memory. */
export const PARALLEL_BLOCKS = 2;

/**
 * Twice the largest block seen on the main network with accounts and balances only. Up to this size
 * answers are read as a whole, which takes a third of the CPU time; larger ones are streamed, which
 * takes little memory.
 */
export const RESPONSE_BYTES_MAX = 16 * 1024 * 1024;

/**
 * The commitments for reading and building. `confirmed`: two thirds of the stake voted for the
 * block, a second after its production; no such block was ever reverted, and a payment should be
 * seen at once. Crediting waits for the catalog's 32 slots on top, which is about when blocks
 * become `finalized`. Only a proof that may lead to a second payment requires `finalized` itself.
 */
export type Commitment = "confirmed" | "finalized";

/**
 * Lamports that an account without data must hold to be rent-exempt:
 * `getMinimumBalanceForRentExemption(0)`.
 */
export const RENT_MINIMUM_UNITS = 890_880n;

export const SYSTEM_PROGRAM = "11111111111111111111111111111111";
export const TOKEN_PROGRAM = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
export const TOKEN_2022_PROGRAM = "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb";
/** Wrapped SOL: treated like any other token, but its accounts hold their tokens as lamports. */
export const WRAPPED_SOL = "So11111111111111111111111111111111111111112";

export const TOKEN_PROGRAMS: ReadonlySet<string> = new Set([TOKEN_PROGRAM, TOKEN_2022_PROGRAM]);

/**
 * Returns the canonical text, or null when nothing may be sent there. Addresses off the curve are
 * valid (such as the vaults of multisig wallets); whether a transfer to one may be lost depends on
 * the chain's state and is checked before signing.
 */
export function parseSolanaAddress(text: string): string | null {
  const verdict = validateSolana(text.trim());
  return verdict.ok ? verdict.address : null;
}

/**
 * Returns whether a key pair can own it. Off the curve there is no key: only a program can control
 * it, or nobody.
 */
export function isOnCurve(address: string): boolean {
  return isAddress(address) && !isOffCurveAddress(address);
}

/** Throws on text that is not an address. */
export function toAddress(text: string): Address {
  if (!isAddress(text)) throw new TypeError(`${text} is no Solana address`);
  return text;
}
