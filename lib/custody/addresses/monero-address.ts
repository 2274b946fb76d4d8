import { ed25519 } from "@noble/curves/ed25519.js";
import { bytesToNumberLE, numberToBytesLE } from "@noble/curves/utils.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { concatBytes } from "@noble/hashes/utils.js";
import { base58xmr } from "@scure/base";

/** Network bytes of Monero's mainnet addresses. */
const PRIMARY_BYTE = 18;
const SUBADDRESS_BYTE = 42;
const CHECKSUM_BYTES = 4;
const SUBADDRESS_TAG = new TextEncoder().encode("SubAddr\0");

export type MoneroKeys = { readonly spendSecret: Uint8Array; readonly viewSecret: Uint8Array };

/**
 * Derives Monero keys from a BIP-32 key: spend = keccak(key) and view = keccak(spend), both
 * reduced. The mapping is our own (no standard exists), so an operator who restores elsewhere needs
 * these two keys as well.
 */
export function toMoneroKeys(privateKey: Uint8Array): MoneroKeys {
  const spendSecret = reduceScalar(keccak_256(privateKey));
  return { spendSecret, viewSecret: reduceScalar(keccak_256(spendSecret)) };
}

/**
 * Returns the address of an account (major) and an index within it (minor); 0, 0 is the wallet's
 * primary address.
 */
export function encodeMoneroAddress(keys: MoneroKeys, major: number, minor: number): string {
  const spendPoint = ed25519.Point.BASE.multiply(bytesToNumberLE(keys.spendSecret));
  const view = bytesToNumberLE(keys.viewSecret);
  if (major === 0 && minor === 0) {
    return encode(PRIMARY_BYTE, spendPoint.toBytes(), ed25519.Point.BASE.multiply(view).toBytes());
  }
  const index = concatBytes(numberToBytesLE(major, 4), numberToBytesLE(minor, 4));
  const offset = bytesToNumberLE(reduceScalar(keccak_256(concatBytes(SUBADDRESS_TAG, keys.viewSecret, index))));
  const ownSpend = spendPoint.add(ed25519.Point.BASE.multiply(offset));
  return encode(SUBADDRESS_BYTE, ownSpend.toBytes(), ownSpend.multiply(view).toBytes());
}

function encode(networkByte: number, spend: Uint8Array, view: Uint8Array): string {
  const body = concatBytes(Uint8Array.of(networkByte), spend, view);
  return base58xmr.encode(concatBytes(body, keccak_256(body).slice(0, CHECKSUM_BYTES)));
}

function reduceScalar(bytes: Uint8Array): Uint8Array {
  return numberToBytesLE(bytesToNumberLE(bytes) % ed25519.Point.Fn.ORDER, 32);
}
