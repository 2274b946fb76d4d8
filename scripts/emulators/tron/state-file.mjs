/**
 * The state file: the chain and the machine's state in ONE file, so that a process killed at any
 * time leaves the two consistent. Transactions are stored as bytes, integers as text with an `n`.
 */
import { readFileSync } from "node:fs";
import { writeFileAtomic } from "../write-file.mjs";
import { decodeTransaction, encodeTransaction } from "./transaction-codec.mjs";

const VERSION = 1;

const pack = (_, value) => (typeof value === "bigint" ? `${value}n` : value);
const unpack = (_, value) => (typeof value === "string" && /^-?\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value);

/**
 * Returns `{ chain, evm, faucetKey }` of the last save, or undefined if there is none. @throws
 * Error if the file is of another kind
 */
export function readState(file) {
  let text;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
  const { version, chain, ...rest } = JSON.parse(text, unpack);
  if (version !== VERSION) throw new Error(`${file} is not a state of this program`);
  const records = chain.records.map(({ bytes, ...record }) => ({
    ...record,
    transaction: decodeTransaction(Buffer.from(bytes, "hex")),
  }));
  return { ...rest, chain: { ...chain, records } };
}

/** Writes the state atomically. */
export function writeState(file, { chain, evm, faucetKey }) {
  const records = chain.records.map(({ transaction, ...record }) => ({
    bytes: encodeTransaction(transaction).toString("hex"),
    ...record,
  }));
  const state = { version: VERSION, faucetKey, evm, chain: { ...chain, records } };
  writeFileAtomic(file, JSON.stringify(state, pack));
}
