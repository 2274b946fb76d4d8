/**
 * TRON blocks: header bytes, id (the number in 8 bytes and the end of the header's hash),
 * transaction root and JSON.
 */
import { showAddress } from "./address.mjs";
import { addressOfKey, keccak, signId } from "./keys.mjs";
import { encodeTransaction, sha256 } from "./transaction-codec.mjs";
import { withoutDefaults } from "./transaction-json.mjs";
import { encodeMessage } from "./wire.mjs";

export const SLOT_MS = 3_000;
const VERSION = 31;
const WITNESSES = 27;
const NO_ROOT = "0".repeat(64);
/** The parent hash of the first block. */
export const NO_PARENT = "0".repeat(64);
/** Values of contractRet in a transaction's result. */
const RESULTS = { SUCCESS: 1n, REVERT: 2n, ILLEGAL_OPERATION: 8n, OUT_OF_ENERGY: 10n };

/** Keys of simulated block producers, the same in every sandbox. */
const witnesses = Array.from({ length: WITNESSES }, (_, index) => {
  const key = keccak(Buffer.from(`sandbox witness ${index}`));
  return { key, address: addressOfKey(key) };
});

/** Cache of requested signatures: computing one takes a millisecond. */
const signatures = new WeakMap();

/** Returns the Merkle root over a block's transactions with their results. */
function transactionRoot(entries) {
  let level = entries.map(({ transaction, contractRet }) => {
    const result = contractRet === null ? [] : [encodeMessage([[5, encodeMessage([[3, RESULTS[contractRet]]])]])];
    return sha256(Buffer.concat([encodeTransaction(transaction), ...result]));
  });
  if (level.length === 0) return NO_ROOT;
  while (level.length > 1) {
    const pairs = level.filter((_, index) => index % 2 === 0).map((left, index) => [left, level[index * 2 + 1]]);
    level = pairs.map(([left, right]) => (right === undefined ? left : sha256(Buffer.concat([left, right]))));
  }
  return level[0].toString("hex");
}

function headerBytes({ timestamp, txTrieRoot, parentHash, number, witness }) {
  return encodeMessage([
    [1, BigInt(timestamp)],
    [2, Buffer.from(txTrieRoot, "hex")],
    [3, Buffer.from(parentHash, "hex")],
    [7, BigInt(number)],
    [9, Buffer.from(witnesses[witness].address, "hex")],
    [10, BigInt(VERSION)],
  ]);
}

/**
 * Builds a block from `{ number, timestamp, parentHash, entries, evmHeight, fork }`; `entries` are
 * `{ transaction, contractRet }`, without a result in block 0. Another `fork` gives another
 * producer and thus another id.
 */
export function makeBlock({ number, timestamp, parentHash, entries, evmHeight, fork }) {
  const header = {
    number,
    timestamp,
    parentHash,
    txTrieRoot: transactionRoot(entries),
    witness: (number + fork) % WITNESSES,
  };
  const hash = sha256(headerBytes(header)).toString("hex");
  const id = number.toString(16).padStart(16, "0") + hash.slice(16);
  return { ...header, id, hash, fork, evmHeight, transactions: entries.map(({ transaction }) => transaction.id) };
}

/** Formats a block without its transactions, as java-tron does. */
export function headerToJson(block, visible) {
  const { number, txTrieRoot, witness, parentHash, timestamp, id, hash } = block;
  const { key, address: producer } = witnesses[witness];
  const address = showAddress(producer, visible);
  const raw = { number, txTrieRoot, witness_address: address, parentHash, version: VERSION, timestamp };
  if (!signatures.has(block)) signatures.set(block, signId(hash, key));
  return {
    blockID: id,
    block_header: { raw_data: withoutDefaults(raw), witness_signature: signatures.get(block) },
  };
}

/** Formats a block as in java-tron's node info. */
export function blockLabel({ number, id }) {
  return `Num:${number},ID:${id}`;
}

/** Keeps only what cannot be recomputed: a chain that idles for weeks must not fill the disk. */
export function packBlock({ timestamp, fork, evmHeight, transactions }) {
  return [timestamp, fork, evmHeight, ...transactions];
}

/**
 * Rebuilds the packed blocks, of which the first is number 0; `recordOf` returns a transaction's
 * record.
 */
export function unpackBlocks(packed, recordOf) {
  const blocks = [];
  let parentHash = NO_PARENT;
  for (const [timestamp, fork, evmHeight, ...ids] of packed) {
    const block = makeBlock({
      number: blocks.length,
      timestamp,
      parentHash,
      entries: ids.map(recordOf),
      fork,
      evmHeight,
    });
    blocks.push(block);
    parentHash = block.id;
  }
  return blocks;
}
