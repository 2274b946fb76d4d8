/**
 * TRON addresses: 21 bytes, 0x41 and an EVM address; as text either hexadecimal or base58 with a
 * checksum.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { createBase58check } from "@scure/base";

const base58check = createBase58check(sha256);
const HEX_ADDRESS = /^41[0-9a-f]{40}$/;

/** True for the hexadecimal form that this node works with. */
export function isHexAddress(text) {
  return HEX_ADDRESS.test(text);
}

/** `T...` of `41...`. */
export function toBase58(hexAddress) {
  return base58check.encode(Buffer.from(hexAddress, "hex"));
}

/** `41...` of `T...`. @throws Error when the text is no address */
export function fromBase58(text) {
  const hex = Buffer.from(base58check.decode(String(text))).toString("hex");
  if (!isHexAddress(hex)) throw new Error("Invalid address");
  return hex;
}

/**
 * What a request calls an address, as `41...`: base58 when it said `visible`, else
 * hexadecimal. @throws Error
 */
export function readAddress(text, visible) {
  if (visible) return fromBase58(text);
  const hex = String(text ?? "").toLowerCase();
  if (!/^([0-9a-f]{2})*$/.test(hex)) throw new Error("exception decoding Hex string");
  return hex;
}

/** An address as the answer to such a request shows it. */
export function showAddress(hexAddress, visible) {
  return visible ? toBase58(hexAddress) : hexAddress;
}

/** `0x...` of `41...`. */
export function toEvm(hexAddress) {
  return `0x${hexAddress.slice(2)}`;
}

/** `41...` of `0x...`. */
export function fromEvm(evmAddress) {
  return `41${evmAddress.slice(2).toLowerCase()}`;
}
