import { list, units } from "@/lib/chains/monero/decode";
import type { MoneroNode } from "@/lib/chains/monero/monero-node";
import type { FeeEstimate, FeePriority } from "@/lib/chains/spending";

/** Ring size (decoys plus the real output) since 2022. */
const RING = 16n;
const HEAD_BYTES = 50n;
/** Key image, ring member offsets, CLSAG, commitment. */
const INPUT_BYTES = 35n + RING * 3n + (RING + 2n) * 32n + 32n;
/** One-time key and view tag, encrypted amount, commitment. */
const OUTPUT_BYTES = 35n + 8n + 32n;
/** With more than one payment and the change, each output may have its own public key. */
const OWN_KEY_BYTES = 32n;
const PROOF_ELEMENTS = 6n;
/**
 * Bytes per output of a proof for two outputs: the weight counts larger proofs at four fifths of
 * that.
 */
const PAIR_BYTES = (32n * (PROOF_ELEMENTS + 2n * 7n)) / 2n;

/**
 * Returns the approximate weight of a transaction, the unit of its fee. Change counts as an output.
 */
export function transactionWeight(inputs: number, outputs: number): bigint {
  const [rounds, padded] = paddingOf(outputs);
  const proof = 32n * (PROOF_ELEMENTS + 2n * (6n + rounds));
  const clawback = padded > 2n ? ((PAIR_BYTES * padded - proof) * 4n) / 5n : 0n;
  const each = outputs > 2 ? OUTPUT_BYTES + OWN_KEY_BYTES : OUTPUT_BYTES;
  return HEAD_BYTES + BigInt(inputs) * INPUT_BYTES + BigInt(outputs) * each + proof + clawback;
}

/** Proofs are padded to a power of two: returns its exponent and its value. */
function paddingOf(outputs: number): readonly [rounds: bigint, padded: bigint] {
  const rounds = BigInt(Math.ceil(Math.log2(Math.max(outputs, 2))));
  return [rounds, 2n ** rounds];
}

/** The wallet's own priorities, lowest first. */
const LEVELS: readonly FeePriority[] = ["economy", "recommended", "high", "highest"];
/** Typical number of inputs of a payout. */
const INPUTS_EXPECTED = 2;
/**
 * The heaviest transaction that a wallet creates (get_upper_transaction_weight_limit of
 * wallet2.cpp), with some 210 inputs: half of a block's penalty-free weight, minus its coinbase.
 */
const WEIGHT_MAX = 149_400n;
/** Prices change between the estimate and the transaction: adds a quarter. */
const GROWTH = { numerator: 5n, denominator: 4n };

/**
 * Estimates from the prices per weight of recent blocks. A daemon older than the 2022 rules returns
 * a single price, which wallets multiply.
 */
export async function estimateFee(
  { daemon }: MoneroNode,
  { priority, outputs }: { readonly priority: FeePriority; readonly outputs: number },
  signal: AbortSignal,
): Promise<FeeEstimate> {
  const answer = await daemon.call("get_fee_estimate", {}, signal);
  const prices = list(answer.fees).map(units);
  const level = LEVELS.indexOf(priority);
  const price = prices[level];
  if (price === undefined) throw new Error(`${daemon.name} does not tell four prices: it is older than 0.18`);
  const expected = price * transactionWeight(INPUTS_EXPECTED, outputs + 1);
  const most = (price * WEIGHT_MAX * GROWTH.numerator) / GROWTH.denominator;
  return { priority, expectedUnits: expected, maximumUnits: most, terms: printTerms(level + 1) };
}

/** Returns the wallet service's priority number. @throws Error for terms that are not Monero's */
export function levelOf({ terms }: Pick<FeeEstimate, "terms">): number {
  const level = LEVELS.findIndex((_, index) => printTerms(index + 1) === terms);
  if (level < 0) throw new Error(`no terms of Monero: ${terms}`);
  return level + 1;
}

function printTerms(level: number): string {
  return `level ${level}`;
}
