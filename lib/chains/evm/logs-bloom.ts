import { keccak256, toBytes } from "viem";

const BLOOM_BYTES = 256;
/** Yellow paper: three times eleven bits of the hash, each naming one of 2048. */
const BIT_MASK = 2047;
const HASH_OFFSETS = [0, 2, 4] as const;

/** The three bits that a log with this topic (or of this contract) sets in its block's filter. */
export function bloomBitsOf(value: `0x${string}`): readonly number[] {
  const hash = keccak256(toBytes(value), "bytes");
  return HASH_OFFSETS.map((offset) => (((hash[offset] ?? 0) << 8) | (hash[offset + 1] ?? 0)) & BIT_MASK);
}

/** False proves that the block has no such log; true may be chance. A filter of another size says nothing: true. */
export function mayHold(bloom: string, bits: readonly number[]): boolean {
  const filter = toBytes(bloom as `0x${string}`);
  if (filter.length !== BLOOM_BYTES) return true;
  return bits.every((bit) => ((filter[BLOOM_BYTES - 1 - (bit >> 3)] ?? 0) & (1 << (bit & 7))) !== 0);
}
