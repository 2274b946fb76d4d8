import { z } from "zod";
import { type CoinFamily, parametersOf, type SigningKind } from "@/lib/chains/bitcoin-like/building/coin-parameters";
import type { FeeEstimate } from "@/lib/chains/spending";

/**
 * A byte outside the witness weighs four, one inside weighs one; four weight units are a virtual
 * byte (BIP-141).
 */
const WITNESS_SCALE = 4;
/**
 * Largest transaction that nodes relay: 400,000 weight units, which without a witness is 100 kB.
 */
export const WEIGHT_MAX = 400_000;

/** Signature (72 bytes at most: low s, sighash byte) and compressed key, each with its length. */
const UNLOCKING_BYTES = 1 + 72 + 1 + 33;
/** Outpoint (36), script length (1), sequence (4). */
const BARE_INPUT_BYTES = 36 + 1 + 4;

/** Maximum weight of one input: a signature is sometimes a byte shorter, never longer. */
export const INPUT_WEIGHT: Readonly<Record<SigningKind, number>> = {
  // The witness has its own item count.
  segwit: BARE_INPUT_BYTES * WITNESS_SCALE + 1 + UNLOCKING_BYTES,
  legacy: (BARE_INPUT_BYTES + UNLOCKING_BYTES) * WITNESS_SCALE,
  "fork-id": (BARE_INPUT_BYTES + UNLOCKING_BYTES) * WITNESS_SCALE,
};

/**
 * Returns the maximum weight of a transaction with this many inputs of the coin's kind and these
 * output scripts (hex).
 */
export function weightOf(family: CoinFamily, inputCount: number, outputScripts: readonly string[]): number {
  const { signing } = parametersOf(family);
  const versionAndLock = 8;
  const bytes =
    versionAndLock +
    compactBytes(inputCount) +
    compactBytes(outputScripts.length) +
    outputScripts.reduce((total, script) => total + outputBytes(script), 0);
  const markerAndFlag = signing === "segwit" ? 2 : 0;
  return bytes * WITNESS_SCALE + markerAndFlag + inputCount * INPUT_WEIGHT[signing];
}

export function toVirtualSize(weight: number): number {
  return Math.ceil(weight / WITNESS_SCALE);
}

/**
 * Returns the fee for this many virtual bytes at this rate, in base units, rounded up so that the
 * rate is reached.
 */
export function feeOf(rate: bigint, virtualSize: number): bigint {
  return (rate * BigInt(virtualSize) + 999n) / 1_000n;
}

/** Returns the fee for one more input at this rate, rounded up. */
export function inputFeeOf(family: CoinFamily, rate: bigint): bigint {
  return feeOf(rate, toVirtualSize(INPUT_WEIGHT[parametersOf(family).signing]));
}

/**
 * Returns the minimum amount, in base units, that an output to this script (hex) must hold for
 * nodes to relay it.
 */
export function dustOf(family: CoinFamily, scriptHex: string): bigint {
  const { dust } = parametersOf(family);
  if ("least" in dust) return dust.least;
  const isWitness = /^(00|51)(14|20)/.test(scriptHex);
  const unlocking = isWitness ? Math.floor(UNLOCKING_BYTES / WITNESS_SCALE) : UNLOCKING_BYTES;
  return feeOf(dust.rate, outputBytes(scriptHex) + BARE_INPUT_BYTES + unlocking);
}

/** Amount (8), script length, script. */
function outputBytes(scriptHex: string): number {
  const length = scriptHex.length / 2;
  return 8 + compactBytes(length) + length;
}

/** Returns the size in bytes of an encoded count. */
function compactBytes(count: number): number {
  if (count < 0xfd) return 1;
  return count <= 0xffff ? 3 : 5;
}

const units = z
  .string()
  .regex(/^\d{1,30}$/)
  .transform(BigInt);
const size = z.int().positive();

const schema = z.strictObject({
  kind: z.literal("coins"),
  rate: units,
  outbid: z.strictObject({ fee: units, rate: units, incremental: units }).nullable(),
  built: z.strictObject({ fee: units, size }).nullable(),
});

/** Fees in base units, rates in base units per 1000 virtual bytes. */
export type FeeTerms = {
  readonly rate: bigint;
  /**
   * What to outbid: the fee and the rate (rounded up) of the transaction to replace, and the node's
   * increment. Null when nothing is replaced.
   */
  readonly outbid: { readonly fee: bigint; readonly rate: bigint; readonly incremental: bigint } | null;
  /** The final fee and size; null until the transaction is built. */
  readonly built: BuiltFee | null;
};

export type BuiltFee = {
  readonly fee: bigint;
  /** In virtual bytes, at the maximum. */
  readonly size: number;
};

/** Serializes the terms for storage with a quote and with each transaction. */
export function printTerms(terms: FeeTerms): string {
  return JSON.stringify({ kind: "coins", ...terms }, (_, value) =>
    typeof value === "bigint" ? value.toString() : value,
  );
}

/** Parses the output of `printTerms`; throws on anything else. */
export function parseTerms({ terms }: Pick<FeeEstimate, "terms">): FeeTerms {
  const { rate, outbid, built } = schema.parse(JSON.parse(terms));
  return { rate, outbid, built };
}

/** Rounds up, so that a higher rate is really above it. */
export function rateOf({ fee, size: virtualSize }: BuiltFee): bigint {
  const bytes = BigInt(virtualSize);
  return (fee * 1_000n + bytes - 1n) / bytes;
}

/**
 * Returns whether a transaction of this fee and size may replace the one to outbid (BIP-125, rules
 * 3, 4 and the rate rule of Bitcoin Core): it pays the full fee of the other, its own relay on top,
 * and a higher rate.
 */
export function raisesEnough({ outbid }: Pick<FeeTerms, "outbid">, { fee, size: virtualSize }: BuiltFee): boolean {
  if (outbid === null) return true;
  const bytes = BigInt(virtualSize);
  return (fee - outbid.fee) * 1_000n >= outbid.incremental * bytes && fee * 1_000n > outbid.rate * bytes;
}
