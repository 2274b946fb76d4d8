import { sha256 } from "@noble/hashes/sha2.js";
import { hex } from "@scure/base";
import { OutScript, RawTx, SigHash, Transaction } from "@scure/btc-signer";
import { RawOldTx } from "@scure/btc-signer/script.js";
import { parametersOf } from "@/lib/chains/bitcoin-like/building/coin-parameters";
import { keyHashOf } from "@/lib/chains/bitcoin-like/building/script-of";
import type { TransferPlan } from "@/lib/chains/bitcoin-like/building/transfer-plan";

/** Unlocks one input: what goes into its script, and what into its witness. */
export type Unlocking = { readonly script: Uint8Array; readonly witness: readonly Uint8Array[] };

/** SIGHASH_FORKID of Bitcoin Cash: the digest of BIP-143, so that no other chain takes the signature. */
const FORK_ID = 0x40;
const EMPTY = new Uint8Array();

/** The byte behind each signature: all inputs and all outputs are signed, on Bitcoin Cash for that chain alone. */
export function signatureKind({ family }: Pick<TransferPlan, "family">): number {
  return parametersOf(family).signing === "fork-id" ? SigHash.ALL | FORK_ID : SigHash.ALL;
}

/** What each input's key signs, 32 bytes each, in the order of the inputs. */
export function digestsOf(plan: TransferPlan): readonly Uint8Array[] {
  return parametersOf(plan.family).signing === "legacy" ? legacyDigests(plan) : bip143Digests(plan);
}

/** With the unlockings in, as it goes to nodes. `witness` false leaves those out: the transaction id is made of that. */
export function serialize(plan: TransferPlan, unlockings: readonly Unlocking[], witness: boolean): Uint8Array {
  const fields = fieldsOf(plan, (index) => unlockings[index]?.script ?? EMPTY);
  if (!witness || unlockings.every((unlocking) => unlocking.witness.length === 0)) return RawOldTx.encode(fields);
  const witnesses = unlockings.map((unlocking) => [...unlocking.witness]);
  return RawTx.encode({ ...fields, segwitFlag: true, witnesses });
}

/** The double SHA-256 of the bytes without witness, written backwards as everybody does. */
export function transactionIdOf(bytes: Uint8Array): string {
  return hex.encode(doubleSha256(bytes).reverse());
}

/** BIP-143 asks for the script of the key hash, also where the output itself is a witness program. */
function bip143Digests(plan: TransferPlan): readonly Uint8Array[] {
  const transaction = new Transaction({
    version: plan.version,
    allowLegacyWitnessUtxo: true,
    allowUnknownOutputs: true,
  });
  for (const { transactionId, index, units, scriptHex } of plan.inputs) {
    const witnessUtxo = { script: hex.decode(scriptHex), amount: units };
    transaction.addInput({ txid: transactionId, index, sequence: plan.sequence, witnessUtxo });
  }
  for (const { scriptHex, units } of plan.outputs)
    transaction.addOutput({ script: hex.decode(scriptHex), amount: units });
  return plan.inputs.map(({ scriptHex, units }, index) => {
    const hash = hex.decode(keyHashOf(plan.family, scriptHex) ?? "");
    const code = OutScript.encode({ type: "pkh", hash });
    return transaction.preimageWitnessV0(index, code, signatureKind(plan), units);
  });
}

/** The first form of digest: the whole transaction with the spent script in the signed input and none in the others. */
function legacyDigests(plan: TransferPlan): readonly Uint8Array[] {
  const kind = Uint8Array.of(signatureKind(plan), 0, 0, 0);
  return plan.inputs.map(({ scriptHex }, signed) => {
    const code = hex.decode(scriptHex);
    const bytes = RawOldTx.encode(fieldsOf(plan, (index) => (index === signed ? code : EMPTY)));
    return doubleSha256(Uint8Array.from([...bytes, ...kind]));
  });
}

function fieldsOf(plan: TransferPlan, scriptAt: (index: number) => Uint8Array) {
  return {
    version: plan.version,
    inputs: plan.inputs.map(({ transactionId, index }, place) => ({
      txid: hex.decode(transactionId),
      index,
      finalScriptSig: scriptAt(place),
      sequence: plan.sequence,
    })),
    outputs: plan.outputs.map(({ scriptHex, units }) => ({ amount: units, script: hex.decode(scriptHex) })),
    lockTime: 0,
  };
}

function doubleSha256(bytes: Uint8Array): Uint8Array {
  return sha256(sha256(bytes));
}
