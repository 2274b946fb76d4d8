import { secp256k1 } from "@noble/curves/secp256k1.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils.js";
import { base58, base64urlnopad, createBase58check } from "@scure/base";
import { toChecksumAddress } from "@/lib/chains/evm/address";

/** A cell as its parent sees it: TON addresses are hashes of trees of such cells. */
type CellDigest = { readonly hash: Uint8Array; readonly depth: number };

/**
 * The compiled wallet contracts, by their well-known hash; the depth is part of the parent's hash.
 */
const WALLET_CODE = {
  v4r2: { hash: "feb5ff6820e2ff0d9483e7e0d62c817d846789fb4ae580c878866d959dabd5c0", depth: 7 },
  v5r1: { hash: "20834b7b72b112147e1b2fb457b84e74d1a30f04f737d4f62a668e9552d2b72f", depth: 6 },
} as const;
type TonWallet = keyof typeof WALLET_CODE;

/** Default number of a V4 wallet in the base chain. */
const SUBWALLET_V4 = 698983191;
/** Global id of the main network. */
const MAINNET_ID = -239;
/** Wallet V5's context: client bit set, base chain, version 0, subwallet 0. */
const CONTEXT_V5 = 0x80000000;

/** Non-bounceable, because the wallet contract does not exist before its first payment. */
const NON_BOUNCEABLE_TAG = 0x51;
const BASE_CHAIN = 0;
/** StateInit: no split depth, not special, code, data, no library. */
const STATE_INIT_BITS = "00110";

/** Returns the user-friendly mainnet address of the wallet contract that this ed25519 key owns. */
export function encodeTonAddress(wallet: TonWallet, publicKey: Uint8Array): string {
  const code = WALLET_CODE[wallet];
  const state = digestCell(STATE_INIT_BITS, [
    { hash: hexToBytes(code.hash), depth: code.depth },
    digestCell(initialData(wallet, publicKey), []),
  ]);
  const body = concatBytes(Uint8Array.of(NON_BOUNCEABLE_TAG, BASE_CHAIN), state.hash);
  return base64urlnopad.encode(concatBytes(body, crc16(body)));
}

/** The initial storage of a new wallet, as bits; the last 0 is an empty list of plugins. */
function initialData(wallet: TonWallet, publicKey: Uint8Array): string {
  const sequence = uint32Bits(0);
  const key = bytesBits(publicKey);
  if (wallet === "v4r2") return `${sequence}${uint32Bits(SUBWALLET_V4)}${key}0`;
  const signatureAllowed = "1";
  return `${signatureAllowed}${sequence}${uint32Bits((MAINNET_ID ^ CONTEXT_V5) >>> 0)}${key}0`;
}

/** Representation hash: two descriptors, padded data, depths and hashes of the references. */
function digestCell(bits: string, references: readonly CellDigest[]): CellDigest {
  const isPadded = bits.length % 8 !== 0;
  const padded = isPadded ? `${bits}1`.padEnd(Math.ceil(bits.length / 8) * 8, "0") : bits;
  const data = Uint8Array.from(padded.match(/.{8}/g) ?? [], (octet) => Number.parseInt(octet, 2));
  const descriptors = Uint8Array.of(references.length, Math.floor(bits.length / 8) + data.length);
  const depths = Uint8Array.from(references.flatMap(({ depth }) => [depth >> 8, depth & 0xff]));
  const hashes = references.map(({ hash }) => hash);
  return {
    hash: sha256(concatBytes(descriptors, data, depths, ...hashes)),
    depth: references.length === 0 ? 0 : 1 + Math.max(...references.map(({ depth }) => depth)),
  };
}

function uint32Bits(value: number): string {
  return value.toString(2).padStart(32, "0");
}

function bytesBits(bytes: Uint8Array): string {
  return BigInt(`0x${bytesToHex(bytes)}`)
    .toString(2)
    .padStart(bytes.length * 8, "0");
}

/** CRC-16/XMODEM, big endian. */
function crc16(bytes: Uint8Array): Uint8Array {
  let register = 0;
  for (const byte of bytes) {
    register ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) {
      register = ((register << 1) ^ (register & 0x8000 ? 0x1021 : 0)) & 0xffff;
    }
  }
  return Uint8Array.of(register >> 8, register & 0xff);
}

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
