/** Solana's wire form of transactions, read and written from its published description. Versions: legacy and 0. */
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
  /** A length of one to three bytes, seven bits each, lowest first; longer forms than needed are refused. */
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
 * A message in parts: `{ version, header, accountKeys, recentBlockhash, instructions, addressTableLookups }`; `version` is
 * "legacy" or 0, and legacy messages have no lookups. @throws Error when the bytes are no message or more than one
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

/** A transaction in parts: `{ signatures, messageBytes, message }`, each signature of 64 bytes. @throws Error */
export function readTransaction(bytes) {
  const reader = createReader(bytes);
  const signatures = reader.takeList(() => reader.take(SIGNATURE_BYTES));
  const messageBytes = reader.rest();
  return { signatures, messageBytes, message: readMessage(messageBytes) };
}

/** Whether the message's own key at this place may be written; keys of lookup tables are not asked about here. */
export function isWritable({ header, accountKeys }, index) {
  if (index < header.numRequiredSignatures) {
    return index < header.numRequiredSignatures - header.numReadonlySignedAccounts;
  }
  return index < accountKeys.length - header.numReadonlyUnsignedAccounts;
}

const writeLength = (value) => {
  const bytes = [];
  let left = value;
  do {
    bytes.push((left & 0x7f) | (left > 0x7f ? 0x80 : 0));
    left >>= 7;
  } while (left > 0);
  return bytes;
};

const rank = ({ signer, writable }) => (signer ? 0 : 2) + (writable ? 0 : 1);

function collectKeys(payer, instructions) {
  const keys = new Map([[payer, { signer: true, writable: true }]]);
  for (const { program, accounts } of instructions) {
    for (const { key, signer = false, writable = false } of [...accounts, { key: program }]) {
      const known = keys.get(key) ?? { signer: false, writable: false };
      keys.set(key, { signer: known.signer || signer, writable: known.writable || writable });
    }
  }
  return [...keys].sort(([, a], [, b]) => rank(a) - rank(b));
}

/**
 * The bytes of a legacy message of instructions `{ program, accounts: [{ key, signer?, writable? }], data }`, and the keys that must
 * sign it in order.
 */
export function writeMessage({ payer, blockhash, instructions }) {
  const entries = collectKeys(payer, instructions);
  const order = new Map(entries.map(([key], index) => [key, index]));
  const signers = entries.filter(([, { signer }]) => signer);
  const count = (signer) => entries.filter(([, key]) => key.signer === signer && !key.writable).length;
  const parts = instructions.flatMap(({ program, accounts, data }) => [
    [order.get(program), ...writeLength(accounts.length), ...accounts.map(({ key }) => order.get(key))],
    [...writeLength(data.length), ...data],
  ]);
  const bytes = Uint8Array.from([
    ...[signers.length, count(true), count(false), ...writeLength(entries.length)],
    ...entries.flatMap(([key]) => [...base58.decode(key)]),
    ...base58.decode(blockhash),
    ...writeLength(instructions.length),
    ...parts.flat(),
  ]);
  return { bytes, signers: signers.map(([key]) => key) };
}

/** The whole transaction of signatures in the order of the message's signers. */
export function writeTransaction(signatures, messageBytes) {
  return Uint8Array.from([
    ...writeLength(signatures.length),
    ...signatures.flatMap((signature) => [...signature]),
    ...messageBytes,
  ]);
}
