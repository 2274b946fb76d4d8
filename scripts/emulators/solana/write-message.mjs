/** Solana's wire format of messages and transactions, written for the emulator's own payer. */
import { base58 } from "@scure/base";

const VERSION_0 = 0x80;

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

/**
 * Collects every key of the instructions with its combined flags, signers and writable keys first.
 */
function collectKeys(payer, instructions) {
  const keys = new Map([[payer, { signer: true, writable: true, isInvoked: false }]]);
  for (const { program, accounts } of instructions) {
    for (const { key, signer = false, writable = false, isInvoked = false } of [
      ...accounts,
      { key: program, isInvoked: true },
    ]) {
      const known = keys.get(key) ?? { signer: false, writable: false, isInvoked: false };
      keys.set(key, {
        signer: known.signer || signer,
        writable: known.writable || writable,
        isInvoked: known.isInvoked || isInvoked,
      });
    }
  }
  return [...keys].sort(([, one], [, other]) => rank(one) - rank(other));
}

function writeInstruction({ program, accounts, data }, order) {
  const indexes = accounts.map(({ key }) => order.get(key));
  return [order.get(program), ...writeLength(indexes.length), ...indexes, ...writeLength(data.length), ...data];
}

function writeLookups(table, loaded) {
  if (table === null) return writeLength(0);
  const places = (writable) =>
    loaded.filter(([, use]) => use.writable === writable).map(([key]) => table.keys.indexOf(key));
  const lists = [places(true), places(false)].flatMap((list) => [...writeLength(list.length), ...list]);
  return [...writeLength(1), ...base58.decode(table.address), ...lists];
}

/**
 * Returns the bytes of a message of instructions `{ program, accounts: [{ key, signer?, writable?
 * }], data }`, and the keys that must sign it in order. `version` is "legacy" or 0; a message of
 * version 0 takes keys from `table` (`{ address, keys }`) where permitted.
 */
export function writeMessage({ payer, blockhash, instructions, version = "legacy", table = null }) {
  const entries = collectKeys(payer, instructions);
  const isLoaded = ([key, { signer, isInvoked }]) => !signer && !isInvoked && table?.keys.includes(key) === true;
  const loaded = entries.filter(isLoaded);
  const own = entries.filter((entry) => !isLoaded(entry));
  const order = new Map([...own, ...loaded].map(([key], index) => [key, index]));
  const signers = own.filter(([, { signer }]) => signer);
  const countReadonly = (signer) => own.filter(([, use]) => use.signer === signer && !use.writable).length;
  const bytes = Uint8Array.from([
    ...(version === 0 ? [VERSION_0] : []),
    ...[signers.length, countReadonly(true), countReadonly(false), ...writeLength(own.length)],
    ...own.flatMap(([key]) => [...base58.decode(key)]),
    ...base58.decode(blockhash),
    ...writeLength(instructions.length),
    ...instructions.flatMap((instruction) => writeInstruction(instruction, order)),
    ...(version === 0 ? writeLookups(table, loaded) : []),
  ]);
  return { bytes, signers: signers.map(([key]) => key) };
}

/** Builds the transaction from signatures in the order of the message's signers. */
export function writeTransaction(signatures, messageBytes) {
  const parts = signatures.flatMap((signature) => [...signature]);
  return Uint8Array.from([...writeLength(signatures.length), ...parts, ...messageBytes]);
}
