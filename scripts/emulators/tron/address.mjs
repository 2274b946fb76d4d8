/**
 * TRON addresses: 21 bytes, 0x41 and an EVM address; as text either hexadecimal or base58 with a
 * checksum.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { createBase58check } from "@scure/base";

const base58check = createBase58check(sha256);
const HEX_ADDRESS = /^41[0-9a-f]{40}$/;

/** Returns whether this is the hexadecimal form used inside this node. */
export function isHexAddress(text) {
  return HEX_ADDRESS.test(text);
}

/** Converts `41...` to `T...`. */
export function toBase58(hexAddress) {
  return base58check.encode(Buffer.from(hexAddress, "hex"));
}

/** Converts `T...` to `41...`. @throws Error if the text is not an address */
export function fromBase58(text) {
  const hex = Buffer.from(base58check.decode(String(text))).toString("hex");
  if (!isHexAddress(hex)) throw new Error("Invalid address");
  return hex;
}

/**
 * Parses an address of a request to `41...`: base58 if the request has `visible`, else
 * hexadecimal. @throws Error
 */
export function readAddress(text, visible) {
  if (visible) return fromBase58(text);
  const hex = String(text ?? "").toLowerCase();
  if (!/^([0-9a-f]{2})*$/.test(hex)) throw new Error("exception decoding Hex string");
  return hex;
}

/** Formats an address for the response to such a request. */
export function showAddress(hexAddress, visible) {
  return visible ? toBase58(hexAddress) : hexAddress;
}

/** Converts `41...` to `0x...`. */
export function toEvm(hexAddress) {
  return `0x${hexAddress.slice(2)}`;
}

/** Converts `0x...` to `41...`. */
export function fromEvm(evmAddress) {
  return `41${evmAddress.slice(2).toLowerCase()}`;
}
