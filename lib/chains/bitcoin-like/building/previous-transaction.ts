import { hex } from "@scure/base";
import { RawTx } from "@scure/btc-signer";
import { RawOldTx } from "@scure/btc-signer/script.js";
import { transactionIdOf } from "@/lib/chains/bitcoin-like/building/raw-transaction";
import type { TransferPlan } from "@/lib/chains/bitcoin-like/building/transfer-plan";
import { TransactionRefusedError } from "@/lib/chains/errors";
import type { CoinName } from "@/lib/chains/facts";

/**
 * Proves the amounts of inputs by the transaction (hex) that created them. The legacy digest does
 * not commit to amounts: a wrong amount would give the difference away as fee.
 * @throws TransactionRefusedError("invalid") when the bytes are another transaction, or a coin
 *   differs in amount or owner
 */
export function verifyPrevious(transactionId: string, inputs: TransferPlan["inputs"], rawHex: string): void {
  const outputs = outputsOf(transactionId, rawHex);
  for (const { index, units, scriptHex, address } of inputs) {
    const output = outputs[index];
    if (output === undefined) throw refused(`${transactionId} has no output ${index}`);
    if (output.amount !== units) throw refused(`${transactionId}:${index} holds ${output.amount} units, not ${units}`);
    if (hex.encode(output.script) !== scriptHex)
      throw refused(`${transactionId}:${index} does not belong to ${address}`);
  }
}

/** Returns whether these bytes (hex) hash to this transaction id. */
export function isTransaction(transactionId: string, rawHex: string): boolean {
  try {
    outputsOf(transactionId, rawHex);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the coins that this transaction (hex) spends, in order; a coinbase names one that exists
 * in no chain.
 * @throws TransactionRefusedError("invalid") when the bytes are another transaction
 */
export function coinsSpentIn(transactionId: string, rawHex: string): readonly CoinName[] {
  return provenParts(transactionId, rawHex).inputs.map(({ txid, index }) => ({
    transactionId: hex.encode(txid),
    index,
  }));
}

/**
 * Returns the scripts (hex) of this transaction's outputs; null when the bytes (hex) are another
 * transaction or invalid.
 */
export function outputScriptsIn(transactionId: string, rawHex: string): readonly string[] | null {
  try {
    return outputsOf(transactionId, rawHex).map(({ script }) => hex.encode(script));
  } catch {
    return null;
  }
}

type Output = { readonly amount: bigint; readonly script: Uint8Array };

function outputsOf(transactionId: string, rawHex: string): readonly Output[] {
  return provenParts(transactionId, rawHex).outputs;
}

function provenParts(transactionId: string, rawHex: string) {
  const bytes = decodeHex(transactionId, rawHex);
  if (transactionIdOf(bytes) === transactionId) {
    // Special transactions of Dash have extra data after the common part.
    return decode(transactionId, () => RawOldTx.decode(bytes, { allowUnreadBytes: true }));
  }
  const { version, inputs, outputs, lockTime } = decode(transactionId, () => RawTx.decode(bytes));
  const bare = RawOldTx.encode({ version, inputs, outputs, lockTime });
  if (transactionIdOf(bare) !== transactionId) throw refused(`the node gave another transaction than ${transactionId}`);
  return { inputs, outputs };
}

function decodeHex(transactionId: string, rawHex: string): Uint8Array {
  return decode(transactionId, () => hex.decode(rawHex));
}

function decode<Decoded>(transactionId: string, read: () => Decoded): Decoded {
  try {
    return read();
  } catch (cause) {
    throw refused(`the node's bytes of ${transactionId} are no transaction`, { cause });
  }
}

function refused(message: string, options?: ErrorOptions): TransactionRefusedError {
  return new TransactionRefusedError("invalid", message, options);
}
