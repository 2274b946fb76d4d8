import { secp256k1 } from "@noble/curves/secp256k1.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { base58, createBase58check } from "@scure/base";
import { toChecksumAddress } from "@/lib/chains/evm/address";

const base58check = createBase58check(sha256);
const TRON_VERSION = 0x41;

/** EIP-55 text. */
export function encodeEvmAddress(publicKey: Uint8Array): string {
  return toChecksumAddress(`0x${bytesToHex(accountHash(publicKey))}`);
}

export function encodeTronAddress(publicKey: Uint8Array): string {
  return base58check.encode(Uint8Array.from([TRON_VERSION, ...accountHash(publicKey)]));
}

/** A Solana address is its ed25519 public key. */
export function encodeSolanaAddress(publicKey: Uint8Array): string {
  return base58.encode(publicKey);
}

/** The last 20 bytes of keccak over the uncompressed key without its leading marker. */
function accountHash(publicKey: Uint8Array): Uint8Array {
  const uncompressed = secp256k1.Point.fromBytes(publicKey).toBytes(false);
  return keccak_256(uncompressed.slice(1)).slice(-20);
}
