import { hex } from "@scure/base";
import { RawTx } from "@scure/btc-signer";
import { RawOldTx } from "@scure/btc-signer/script.js";

/**
 * All that signatures commit to, as text: version, coins in their order with their sequences, outputs, lock time. Two transactions of the
 * same text do the same, whatever their ids are. Null for bytes that are no transaction.
 */
export function withoutSignatures(raw: Uint8Array): string | null {
  const fields = decode(raw);
  if (fields === null) return null;
  const { version, inputs, outputs, lockTime } = fields;
  const bare = inputs.map((input) => ({ ...input, finalScriptSig: new Uint8Array() }));
  return hex.encode(RawOldTx.encode({ version, inputs: bare, outputs, lockTime }));
}

function decode(raw: Uint8Array) {
  try {
    return RawTx.decode(raw);
  } catch {
    return null;
  }
}
