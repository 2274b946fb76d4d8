/**
 * Text formats of addresses, hashes and cells: raw addresses in upper case, hashes and cells in
 * base64.
 */
import { Address, Cell } from "@ton/core";
import { badParameter } from "./errors.mjs";

const RAW_ADDRESS = /^-?\d{1,3}:[0-9a-fA-F]{64}$/;
const HEX_HASH = /^(0x)?[0-9a-fA-F]{64}$/;
const BASE64_HASH = /^[0-9a-zA-Z+/_-]{43}=?$/;

/** Formats an Address as `0:ABCD...`. */
export function toRawText(address) {
  return `${address.workChain}:${address.hash.toString("hex").toUpperCase()}`;
}

/** Parses an Address from its raw or friendly text. @throws RequestError 422 */
export function readAddress(text) {
  try {
    if (typeof text !== "string") throw new Error("no text");
    return RAW_ADDRESS.test(text) ? Address.parseRaw(text.toLowerCase()) : Address.parseFriendly(text).address;
  } catch {
    throw badParameter(`failed to parse address: ${String(text).slice(0, 80)}`);
  }
}

/** Converts a hash in hex, base64 or base64url to base64. @throws RequestError 422 */
export function readHash(text) {
  if (HEX_HASH.test(text)) return Buffer.from(text.replace(/^0x/, ""), "hex").toString("base64");
  if (BASE64_HASH.test(text)) return Buffer.from(text, "base64url").toString("base64");
  throw badParameter(`failed to parse hash: ${String(text).slice(0, 80)}`);
}

/** Converts a 256 bit number to base64. */
export function hashOfNumber(value) {
  return Buffer.from(value.toString(16).padStart(64, "0"), "hex").toString("base64");
}

export function hashOf(cell) {
  return cell.hash().toString("base64");
}

export function bocOf(cell) {
  return cell.toBoc().toString("base64");
}

/** Returns the single cell of a bag of cells in base64, or null. */
export function readBoc(text) {
  try {
    return Cell.fromBase64(text);
  } catch {
    return null;
  }
}
