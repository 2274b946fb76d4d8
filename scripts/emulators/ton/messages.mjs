/** The messages inside a transaction's cell, with their on-chain hashes. */
import { beginCell, Dictionary, loadMessage } from "@ton/core";
import { hashOf } from "./text-forms.mjs";

const OUT_KEY = Dictionary.Keys.Uint(15);
const OUT_VALUE = Dictionary.Values.Cell();

/**
 * Returns the hash by which TEP-467 identifies an external message, however its optional fields
 * were written.
 */
export function normalisedHash({ info, body }) {
  const cell = beginCell()
    .storeUint(2, 2)
    .storeUint(0, 2)
    .storeAddress(info.dest)
    .storeCoins(0)
    .storeBit(0)
    .storeBit(1)
    .storeRef(body)
    .endCell();
  return hashOf(cell);
}

/**
 * Parses a message's cell to `{ cell, hash, message, normalised }`; `normalised` is null for all
 * but external messages to the chain.
 */
export function readMessage(cell) {
  const message = loadMessage(cell.beginParse());
  const normalised = message.info.type === "external-in" ? normalisedHash(message) : null;
  return { cell, hash: hashOf(cell), message, normalised };
}

/** Returns the message that a transaction processed (or null) and those that it sent, in order. */
export function messagesOf(transactionCell) {
  const slice = transactionCell.refs[0].beginParse();
  const inCell = slice.loadMaybeRef();
  const out = slice.loadDict(OUT_KEY, OUT_VALUE);
  const keys = [...out.keys()].sort((one, other) => one - other);
  return { incoming: inCell && readMessage(inCell), outgoing: keys.map((key) => readMessage(out.get(key))) };
}
