/** `broadcasttransaction` and `broadcasthex`. */
import { invalidSignature, Refusal } from "./refusal.mjs";
import { decodeTransaction } from "./transaction-codec.mjs";
import { transactionFromJson, transactionToJson } from "./transaction-json.mjs";

/**
 * Takes the transaction that `read` returns. Returns `{ code, message, transaction }`. @throws
 * Error for an invalid transaction
 */
async function tryToTake(chain, read) {
  let transaction;
  try {
    const given = read();
    transaction = given.transaction;
    if (given.difference !== null) throw invalidSignature(given.difference);
    await chain.take(transaction);
    return { code: "SUCCESS", message: "", transaction };
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, message: error.message, transaction };
    throw error;
  }
}

/**
 * Broadcasts a transaction in JSON; `onTaken` is called once it waits for a block. @throws Error
 * for an invalid transaction
 */
export async function broadcast(chain, request, visible, onTaken) {
  const { code, message, transaction } = await tryToTake(chain, () => transactionFromJson(request, visible));
  if (code !== "SUCCESS") {
    return { code, txid: transaction?.id ?? "", message: visible ? message : Buffer.from(message).toString("hex") };
  }
  onTaken();
  return { result: true, txid: transaction.id };
}

const bigintsAsNumbers = (_, value) => (typeof value === "bigint" ? Number(value) : value);

/**
 * Broadcasts a transaction in hexadecimal; this form includes the code on success too, and its
 * message as plain text.
 */
export async function broadcastHex(chain, request, onTaken) {
  const bytes = Buffer.from(String(request.transaction), "hex");
  const read = () => ({ transaction: decodeTransaction(bytes), difference: null });
  const { code, message, transaction } = await tryToTake(chain, read);
  const isTaken = code === "SUCCESS";
  if (isTaken) onTaken();
  if (transaction === undefined) return { result: isTaken, code, message };
  const { raw_data, signature } = transactionToJson(transaction, true);
  const shown = JSON.stringify({ raw_data, signature }, bigintsAsNumbers);
  return { result: isTaken, code, message, transaction: shown, txid: transaction.id };
}
