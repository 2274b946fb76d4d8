import { sha256 } from "@noble/hashes/sha2.js";
import { concatBytes } from "@noble/hashes/utils.js";
import { hex } from "@scure/base";
import { OutScript, RawTx, SigHash } from "@scure/btc-signer";
import { CompactSizeLen, RawInput, RawOldTx, RawOutput, VarBytes } from "@scure/btc-signer/script.js";
import { parametersOf } from "@/lib/chains/bitcoin-like/building/coin-parameters";
import { keyHashOf } from "@/lib/chains/bitcoin-like/building/script-of";
import type { TransferPlan } from "@/lib/chains/bitcoin-like/building/transfer-plan";

/** Unlocks one input: the contents of its script and of its witness. */
export type Unlocking = { readonly script: Uint8Array; readonly witness: readonly Uint8Array[] };

/**
 * SIGHASH_FORKID of Bitcoin Cash: the BIP-143 digest, so that no other chain accepts the signature.
 */
const FORK_ID = 0x40;
const EMPTY = new Uint8Array();
/** Valid in any block. */
const LOCK_TIME = 0;
const VERSION_BYTES = 4;
const OUTPOINT_BYTES = 36;
const BLANK_INPUT_BYTES = OUTPOINT_BYTES + 1 + 4;

/**
 * Returns the byte after each signature: it commits to all inputs and all outputs, on Bitcoin Cash
 * for that chain only.
 */
export function signatureKind({ family }: Pick<TransferPlan, "family">): number {
  return parametersOf(family).signing === "fork-id" ? SigHash.ALL | FORK_ID : SigHash.ALL;
}

/** Returns the digests that the inputs' keys sign, 32 bytes each, in the order of the inputs. */
export function digestsOf(plan: TransferPlan): readonly Uint8Array[] {
  return parametersOf(plan.family).signing === "legacy" ? legacyDigests(plan) : bip143Digests(plan);
}

/**
 * Serializes with the unlocking data, as sent to nodes. `witness` false leaves out witnesses: the
 * transaction id is computed from that.
 */
export function serialize(plan: TransferPlan, unlockings: readonly Unlocking[], witness: boolean): Uint8Array {
  const fields = fieldsOf(plan, (index) => unlockings[index]?.script ?? EMPTY);
  if (!witness || unlockings.every((unlocking) => unlocking.witness.length === 0)) return RawOldTx.encode(fields);
  const witnesses = unlockings.map((unlocking) => [...unlocking.witness]);
  return RawTx.encode({ ...fields, segwitFlag: true, witnesses });
}

/** Returns the double SHA-256 of the bytes without witness, in the conventional reversed order. */
export function transactionIdOf(bytes: Uint8Array): string {
  return hex.encode(doubleSha256(bytes).reverse());
}

/**
 * BIP-143: data common to all inputs is hashed once, and each input commits to its own amount. It
 * uses the script of the key hash even where the output is a witness program.
 */
function bip143Digests(plan: TransferPlan): readonly Uint8Array[] {
  const { inputs, outputs } = fieldsOf(plan);
  const blanks = inputs.map((input) => RawInput.encode(input));
  const shared = [
    doubleSha256(concatBytes(...blanks.map(outpointOf))),
    doubleSha256(concatBytes(...blanks.map(sequenceOf))),
  ];
  const paid = doubleSha256(concatBytes(...outputs.map((output) => RawOutput.encode(output))));
  return plan.inputs.map(({ scriptHex, units }, index) => {
    const blank = blanks[index] ?? EMPTY;
    const code = OutScript.encode({ type: "pkh", hash: hex.decode(keyHashOf(plan.family, scriptHex) ?? "") });
    const own = [outpointOf(blank), VarBytes.encode(code), littleEndian(units, 8), sequenceOf(blank)];
    const ends = [littleEndian(LOCK_TIME), littleEndian(signatureKind(plan))];
    return doubleSha256(concatBytes(littleEndian(plan.version), ...shared, ...own, paid, ...ends));
  });
}

/**
 * The legacy digest: the whole transaction with the spent script in the signed input and empty
 * scripts in the others.
 */
function legacyDigests(plan: TransferPlan): readonly Uint8Array[] {
  const fields = fieldsOf(plan);
  const blanks = concatBytes(...fields.inputs.map((input) => RawInput.encode(input)));
  const bare = RawOldTx.encode(fields);
  const start = VERSION_BYTES + CompactSizeLen.encode(fields.inputs.length).length;
  const [head, tail] = [bare.subarray(0, start), bare.subarray(start + blanks.length)];
  return fields.inputs.map((input, index) => {
    const signed = RawInput.encode({ ...input, finalScriptSig: hex.decode(plan.inputs[index]?.scriptHex ?? "") });
    const before = blanks.subarray(0, index * BLANK_INPUT_BYTES);
    const after = blanks.subarray((index + 1) * BLANK_INPUT_BYTES);
    return doubleSha256(concatBytes(head, before, signed, after, tail, littleEndian(signatureKind(plan))));
  });
}

/**
 * An input without a script is: id and index of the spent output, one byte for the empty length,
 * the sequence.
 */
function outpointOf(blank: Uint8Array): Uint8Array {
  return blank.subarray(0, OUTPOINT_BYTES);
}

function sequenceOf(blank: Uint8Array): Uint8Array {
  return blank.subarray(OUTPOINT_BYTES + 1);
}

function fieldsOf(plan: TransferPlan, scriptAt: (index: number) => Uint8Array = () => EMPTY) {
  return {
    version: plan.version,
    inputs: plan.inputs.map(({ transactionId, index }, place) => ({
      txid: hex.decode(transactionId),
      index,
      finalScriptSig: scriptAt(place),
      sequence: plan.sequence,
    })),
    outputs: plan.outputs.map(({ scriptHex, units }) => ({ amount: units, script: hex.decode(scriptHex) })),
    lockTime: LOCK_TIME,
  };
}

/** Encodes a number as transactions do. */
function littleEndian(value: bigint | number, bytes = 4): Uint8Array {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(value), true);
  return new Uint8Array(view.buffer, 0, bytes);
}

function doubleSha256(bytes: Uint8Array): Uint8Array {
  return sha256(sha256(bytes));
}
