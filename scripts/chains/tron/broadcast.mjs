/** `broadcasttransaction` and `broadcasthex`. */
import { invalidSignature, Refusal } from "./refusal.mjs";
import { decodeTransaction } from "./transaction-codec.mjs";
import { transactionFromJson, transactionToJson } from "./transaction-json.mjs";

/** Takes it and answers `[code, message]`. */
async function tryToTake(chain, transaction, difference) {
  try {
    if (difference !== null) throw invalidSignature(difference);
    await chain.take(transaction);
    return ["SUCCESS", ""];
  } catch (error) {
    if (error instanceof Refusal) return [error.code, error.message];
    throw error;
  }
}

/** The JSON form; `onTaken` is called when the transaction waits for a block. @throws Error for what is no transaction */
export async function broadcast(chain, request, visible, onTaken) {
  const { transaction, difference } = transactionFromJson(request, visible);
  const [code, message] = await tryToTake(chain, transaction, difference);
  if (code !== "SUCCESS") {
    return { code, txid: transaction.id, message: visible ? message : Buffer.from(message).toString("hex") };
  }
  onTaken();
  return { result: true, txid: transaction.id };
}

/** The form of bytes in hexadecimal, which names its code on success too and its message as plain text. */
export async function broadcastHex(chain, request, onTaken) {
  const transaction = decodeTransaction(Buffer.from(String(request.transaction), "hex"));
  const [code, message] = await tryToTake(chain, transaction, null);
  if (code === "SUCCESS") onTaken();
  const { raw_data: raw, signature } = transactionToJson(transaction, true);
  const shown = JSON.stringify({ raw_data: raw, signature }, (_, value) =>
    typeof value === "bigint" ? Number(value) : value,
  );
  return { result: code === "SUCCESS", code, message, transaction: shown, txid: transaction.id };
}
