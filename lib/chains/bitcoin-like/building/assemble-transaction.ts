import { secp256k1 } from "@noble/curves/secp256k1.js";
import { ripemd160 } from "@noble/hashes/legacy.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { hex } from "@scure/base";
import { Script } from "@scure/btc-signer";
import { type CoinFamily, parametersOf } from "@/lib/chains/bitcoin-like/building/coin-parameters";
import { type NodeRates, rateFor } from "@/lib/chains/bitcoin-like/building/estimate-fee";
import {
  digestsOf,
  serialize,
  signatureKind,
  transactionIdOf,
  type Unlocking,
} from "@/lib/chains/bitcoin-like/building/raw-transaction";
import { keyHashOf, scriptOfAddress } from "@/lib/chains/bitcoin-like/building/script-of";
import {
  dustOf,
  feeOf,
  inputFeeOf,
  printTerms,
  toVirtualSize,
  weightOf,
} from "@/lib/chains/bitcoin-like/building/transaction-fee";
import {
  coinsOf,
  parsePlan,
  sumUnits,
  type TransferPlan,
  withoutRepeats,
} from "@/lib/chains/bitcoin-like/building/transfer-plan";
import { TransactionRefusedError } from "@/lib/chains/errors";
import type {
  CoinCosts,
  FeePriority,
  Joining,
  JoiningRequest,
  SignedTransfer,
  UnsignedTransfer,
} from "@/lib/chains/spending";

/**
 * Most coins of one consolidation: 27 kB of virtual size with a witness and 59 kB without, of the
 * 100 kB that nodes relay. Legacy signing, which hashes the whole transaction for each input, gets
 * slow with more, and rows are locked meanwhile.
 */
export const JOINED_MAX = 400;
/**
 * A coin is consolidated when it holds this many times the cost of its input, so that consolidating
 * never costs more than a third of it.
 */
const WORTH_JOINING = 3n;
/** The longest output script that is relayed everywhere, plus a byte. */
const SCRIPT_LONGEST = "00".repeat(35);
/** The count of many inputs takes two bytes more than the count of none. */
const COUNT_SLACK_WEIGHT = 8;

type JoinInput = Omit<JoiningRequest, "priority"> & {
  readonly family: CoinFamily;
  readonly priority: FeePriority;
  readonly rates: NodeRates;
};

/**
 * Selects the first of these coins that are worth consolidating into one output, which holds
 * everything except the exact fee. Returns null when the rate is not low and it is not urgent, or
 * when fewer than two coins are worth it.
 */
export function joinCoins({ family, candidates, address, priority, isUrgent, rates }: JoinInput): Joining | null {
  const { consolidationRate, feeCeiling } = parametersOf(family);
  const rate = rateFor(family, priority, rates);
  if (rate > consolidationRate && !isUrgent) return null;
  const inputFee = inputFeeOf(family, rate);
  const least = WORTH_JOINING * inputFee;
  const coins = withoutRepeats(candidates)
    .filter(({ units }) => units >= least)
    .slice(0, JOINED_MAX);
  if (coins.length < 2) return null;
  const scriptHex = scriptOfAddress(family, address);
  const feeUnits = feeOf(rate, toVirtualSize(weightOf(family, coins.length, [scriptHex])));
  const units = sumUnits(coins) - feeUnits;
  if (feeUnits > feeCeiling || units < dustOf(family, scriptHex)) return null;
  const terms = printTerms({ rate, outbid: null, built: null });
  return { coins, units, fee: { priority, expectedUnits: feeUnits, maximumUnits: feeUnits, terms } };
}

/** Returns the cost of a payment with change at this rate. */
export function coinCosts(family: CoinFamily, priority: FeePriority, rates: NodeRates): CoinCosts {
  const rate = rateFor(family, priority, rates);
  const rest = weightOf(family, 0, [SCRIPT_LONGEST, SCRIPT_LONGEST]) + COUNT_SLACK_WEIGHT;
  return { inputUnits: inputFeeOf(family, rate), restUnits: feeOf(rate, toVirtualSize(rest)) };
}

/** r, s and the recovery id. */
const SIGNATURE_BYTES = 65;

/**
 * Inserts the signatures, one per input. Pure: the same arguments give the same bytes. Each
 * signature is verified against the key hash of the script it unlocks, over a digest recomputed
 * from the payload, so that nothing is sent that nodes would reject.
 * @throws TransactionRefusedError("invalid") when a signature is not by its signer, and ("fee")
 *   when the fee differs from the displayed one
 */
export function assembleCoinsTransfer(unsigned: UnsignedTransfer, signatures: readonly Uint8Array[]): SignedTransfer {
  const plan = parsePlan(unsigned);
  if (signatures.length !== plan.inputs.length) {
    throw refused(`${plan.inputs.length} inputs take as many signatures, not ${signatures.length}`);
  }
  const digests = digestsOf(plan);
  const unlockings = plan.inputs.map((input, index) => {
    const [digest, signature] = [digests[index], signatures[index]];
    if (digest === undefined || signature === undefined) throw refused("an input lacks its signature");
    return unlock(plan, input, digest, signature);
  });
  const [raw, bare] = [serialize(plan, unlockings, true), serialize(plan, unlockings, false)];
  refuseOtherFee(plan, unsigned, virtualSizeOf(raw, bare));
  return { raw, transactionId: transactionIdOf(bare), spends: { kind: "coins", coins: coinsOf(plan) } };
}

function unlock(
  plan: TransferPlan,
  { address, scriptHex }: TransferPlan["inputs"][number],
  digest: Uint8Array,
  signature: Uint8Array,
): Unlocking {
  const publicKey = recover(digest, signature);
  const hash = publicKey === null ? null : hex.encode(ripemd160(sha256(publicKey)));
  if (publicKey === null || hash !== keyHashOf(plan.family, scriptHex)) throw refused(`no signature by ${address}`);
  const der = secp256k1.Signature.fromBytes(signature.subarray(0, -1)).toBytes("der");
  const proof = Uint8Array.from([...der, signatureKind(plan)]);
  if (parametersOf(plan.family).signing === "segwit") return { script: new Uint8Array(), witness: [proof, publicKey] };
  return { script: Script.encode([proof, publicKey]), witness: [] };
}

/**
 * Recovers the compressed public key of this signature, or null when it is invalid: nodes relay
 * only signatures with the lower s.
 */
function recover(digest: Uint8Array, signature: Uint8Array): Uint8Array | null {
  if (signature.length !== SIGNATURE_BYTES) return null;
  try {
    const compact = secp256k1.Signature.fromBytes(signature.subarray(0, -1));
    if (compact.hasHighS()) return null;
    return compact
      .addRecoveryBit(signature.at(-1) ?? 0)
      .recoverPublicKey(digest)
      .toBytes(true);
  } catch {
    return null;
  }
}

/** Compares the displayed fee with the signed one once more, on the bytes that will be sent. */
function refuseOtherFee(plan: TransferPlan, { fee }: UnsignedTransfer, size: number): void {
  const paid = sumUnits(plan.inputs) - sumUnits(plan.outputs);
  const isRight = paid > 0n && paid <= fee.maximumUnits && paid <= parametersOf(plan.family).feeCeiling;
  if (isRight && size <= plan.virtualSize) return;
  const message = `the transaction pays ${paid} units for ${size} virtual bytes, and ${fee.maximumUnits} for ${plan.virtualSize} was shown`;
  throw new TransactionRefusedError("fee", message);
}

/**
 * Three times the size without witness plus the total size, divided by four, rounded up (BIP-141).
 */
function virtualSizeOf(whole: Uint8Array, bare: Uint8Array): number {
  return Math.ceil((3 * bare.length + whole.length) / 4);
}

function refused(message: string): TransactionRefusedError {
  return new TransactionRefusedError("invalid", message);
}
