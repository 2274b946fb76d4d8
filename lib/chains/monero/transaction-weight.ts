/** Decoys and the real one, since 2022. */
const RING = 16n;
const HEAD_BYTES = 50n;
/** Key image, distances between the ring's members, CLSAG, commitment. */
const INPUT_BYTES = 35n + RING * 3n + (RING + 2n) * 32n + 32n;
/** One-time key and view tag, hidden amount, commitment. */
const OUTPUT_BYTES = 35n + 8n + 32n;
/** Where one payment and the change are not all, each output may have a public key of its own. */
const OWN_KEY_BYTES = 32n;
const PROOF_ELEMENTS = 6n;
/** What a proof for two outputs takes for each of them: weight counts larger proofs at four fifths of that. */
const PAIR_BYTES = (32n * (PROOF_ELEMENTS + 2n * 7n)) / 2n;

/** About what a transaction weighs, in the unit that its fee goes by. Change is an output, too. */
export function weigh(inputs: number, outputs: number): bigint {
  const [rounds, padded] = paddingOf(outputs);
  const proof = 32n * (PROOF_ELEMENTS + 2n * (6n + rounds));
  const clawback = padded > 2n ? ((PAIR_BYTES * padded - proof) * 4n) / 5n : 0n;
  const each = outputs > 2 ? OUTPUT_BYTES + OWN_KEY_BYTES : OUTPUT_BYTES;
  return HEAD_BYTES + BigInt(inputs) * INPUT_BYTES + BigInt(outputs) * each + proof + clawback;
}

/** Proofs are made for a power of two: its exponent, and itself. */
function paddingOf(outputs: number): readonly [rounds: bigint, padded: bigint] {
  const rounds = BigInt(Math.ceil(Math.log2(Math.max(outputs, 2))));
  return [rounds, 2n ** rounds];
}
