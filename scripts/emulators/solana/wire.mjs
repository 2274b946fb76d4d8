/** Solana's wire format of transactions, from its published description. Versions: legacy and 0. */
import { base58 } from "@scure/base";

/** A transaction must fit in one packet of the network. */
export const TRANSACTION_BYTES_MAX = 1232;
const SIGNATURE_BYTES = 64;
const KEY_BYTES = 32;
const VERSION_BIT = 0x80;

function createReader(bytes) {
  let at = 0;
  const take = (count) => {
    if (at + count > bytes.length) throw new Error("unexpected end of file");
    at += count;
    return bytes.subarray(at - count, at);
  };
  /**
   * A length of one to three bytes, seven bits each, lowest first; overlong encodings are rejected.
   */
  const takeLength = () => {
    let value = 0;
    for (let position = 0; position < 3; position += 1) {
      const [byte] = take(1);
      value |= (byte & 0x7f) << (7 * position);
      if ((byte & 0x80) !== 0) continue;
      if (byte === 0 && position > 0) break;
      if (value > 0xffff) break;
      return value;
    }
    throw new Error("invalid length");
  };
  const takeList = (readOne) => Array.from({ length: takeLength() }, readOne);
  const takeKey = () => base58.encode(take(KEY_BYTES));
  return { take, takeLength, takeList, takeKey, peek: () => bytes[at], rest: () => bytes.subarray(at) };
}

function readInstruction(reader) {
  return {
    programIdIndex: reader.take(1)[0],
    accounts: [...reader.take(reader.takeLength())],
    data: reader.take(reader.takeLength()),
  };
}

function readLookup(reader) {
  return {
    accountKey: reader.takeKey(),
    writableIndexes: [...reader.take(reader.takeLength())],
    readonlyIndexes: [...reader.take(reader.takeLength())],
  };
}

/**
 * Parses a message: `{ version, header, accountKeys, recentBlockhash, instructions,
 * addressTableLookups }`; `version` is "legacy" or 0, and legacy messages have no lookups. @throws
 * Error if the bytes are not exactly one message
 */
export function readMessage(bytes) {
  const reader = createReader(bytes);
  const isVersioned = (reader.peek() & VERSION_BIT) !== 0;
  const version = isVersioned ? reader.take(1)[0] & ~VERSION_BIT : "legacy";
  if (isVersioned && version !== 0) throw new Error(`invalid value: integer \`${version}\`, expected 0`);
  const [numRequiredSignatures, numReadonlySignedAccounts, numReadonlyUnsignedAccounts] = reader.take(3);
  const message = {
    version,
    header: { numRequiredSignatures, numReadonlySignedAccounts, numReadonlyUnsignedAccounts },
    accountKeys: reader.takeList(reader.takeKey),
    recentBlockhash: reader.takeKey(),
    instructions: reader.takeList(() => readInstruction(reader)),
    addressTableLookups: isVersioned ? reader.takeList(() => readLookup(reader)) : null,
  };
  if (reader.rest().length > 0) throw new Error("bytes are left over");
  return message;
}

/**
 * Parses a transaction: `{ signatures, messageBytes, message }`, each signature of 64
 * bytes. @throws Error
 */
export function readTransaction(bytes) {
  const reader = createReader(bytes);
  const signatures = reader.takeList(() => reader.take(SIGNATURE_BYTES));
  const messageBytes = reader.rest();
  return { signatures, messageBytes, message: readMessage(messageBytes) };
}

/**
 * Returns whether the message's own key at this index is writable; keys from lookup tables are not
 * covered.
 */
export function isWritable({ header, accountKeys }, index) {
  if (index < header.numRequiredSignatures) {
    return index < header.numRequiredSignatures - header.numReadonlySignedAccounts;
  }
  return index < accountKeys.length - header.numReadonlyUnsignedAccounts;
}
