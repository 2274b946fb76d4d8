/** The subset of Solidity's call encoding that the sandbox's own transactions need. */
import { keccak } from "./keys.mjs";

const WORD = 64;

const word = (number) => number.toString(16).padStart(WORD, "0");

/** A dynamic value: its head holds an offset, its tail these words. */
const dynamic = (tail) => ({ tail });

/** Encodes a text as an argument. */
export function wordOfText(text) {
  const hex = Buffer.from(text).toString("hex");
  return dynamic(word(BigInt(hex.length / 2)) + hex.padEnd(Math.ceil(hex.length / WORD) * WORD, "0"));
}

/** Encodes a list of addresses and numbers as an argument. */
export function wordsOfList(values) {
  return dynamic(word(BigInt(values.length)) + values.map(encodeStatic).join(""));
}

function encodeStatic(value) {
  // An address is 41..., of which a word holds the last 20 bytes.
  return typeof value === "bigint" ? word(value) : value.slice(-40).padStart(WORD, "0");
}

/** Encodes arguments one after the other, followed by the tails of dynamic ones. */
export function encodeWords(...values) {
  let tail = "";
  let head = "";
  for (const value of values) {
    if (typeof value === "object") {
      head += word(BigInt((values.length * WORD + tail.length) / 2));
      tail += value.tail;
    } else {
      head += encodeStatic(value);
    }
  }
  return head + tail;
}

/**
 * Returns call data with its 0x prefix, for example
 * `encodeCall("transfer(address,uint256)", to, 5n)`.
 */
export function encodeCall(signature, ...values) {
  return `0x${selectorOf(signature)}${encodeWords(...values)}`;
}

/** Returns the first four bytes of call data. */
export function selectorOf(signature) {
  return keccak(Buffer.from(signature)).slice(0, 8);
}
