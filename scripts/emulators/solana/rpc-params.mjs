/** Parses the parameters of calls, with the errors that nodes return. */
import { base58 } from "@scure/base";
import { contextSlotNotReached, invalidParams } from "./rpc-error.mjs";

export const API_VERSION = "4.0.0";
const COMMITMENTS = ["processed", "confirmed", "finalized"];

function isBase58(text, bytes) {
  try {
    return base58.decode(text).length === bytes;
  } catch {
    return false;
  }
}

function takeBase58(value, bytes) {
  if (typeof value !== "string")
    throw invalidParams(`Invalid params: invalid type: ${typeof value}, expected a string.`);
  if (!isBase58(value, bytes))
    throw invalidParams(value.length > bytes * 1.4 ? "Invalid param: WrongSize" : "Invalid param: Invalid");
  return value;
}

export const takeAddress = (value) => takeBase58(value, 32);
export const takeSignature = (value) => takeBase58(value, 64);

/** Parses an integer from 0 to the largest possible slot. */
export function takeInteger(value, name = "u64") {
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw invalidParams(`Invalid params: invalid value: ${JSON.stringify(value)}, expected ${name}.`);
}

/** Parses the options object; empty if none is given. */
export function takeOptions(value) {
  if (value === undefined || value === null) return {};
  if (typeof value === "object" && !Array.isArray(value)) return value;
  throw invalidParams(`Invalid params: invalid type: ${typeof value}, expected an object.`);
}

function takeCommitment(value) {
  const commitment = value ?? "finalized";
  if (COMMITMENTS.includes(commitment)) return commitment;
  throw invalidParams(`Invalid params: unknown variant \`${commitment}\`, expected one of ${COMMITMENTS.join(", ")}.`);
}

/** For calls about blocks, which are not served from blocks that may still vanish. */
export function takeFirmCommitment(value) {
  const commitment = takeCommitment(value);
  if (commitment !== "processed") return commitment;
  throw invalidParams("Method does not support commitment below `confirmed`");
}

/**
 * Returns the block from whose state a call is served: the newest of the requested
 * commitment. @throws RpcError if it is older than `minContextSlot`
 */
export function chooseBlock(ledger, options) {
  const block = ledger.at(takeCommitment(options.commitment));
  if (options.minContextSlot !== undefined && options.minContextSlot > block.slot) {
    throw contextSlotNotReached(block.slot);
  }
  return block;
}

export const inContext = (block, value) => ({ context: { apiVersion: API_VERSION, slot: block.slot }, value });
