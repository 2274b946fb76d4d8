import { ed25519 } from "@noble/curves/ed25519.js";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import type { Asset, BlockReference, CoinName } from "@/lib/chains/facts";
import type { SentTransfer, Spends, TransferOutput } from "@/lib/chains/spending";

/**
 * Addresses of the scripted chain: "scripted1", the public key in hex, a checksum of four digits.
 * The text contains the key so that a signature of either scheme can be verified without a lookup.
 */
const PREFIX = "scripted1";
const CHECKSUM_DIGITS = 4;

export function addressOfKey(publicKey: Uint8Array): string {
  const key = bytesToHex(publicKey);
  return `${PREFIX}${key}${checksumOf(key)}`;
}

/** Returns the canonical text in lower case; null when prefix, length or checksum is wrong. */
export function parseScriptedAddress(text: string): string | null {
  const address = text.trim().toLowerCase();
  const key = publicKeyHexOf(address);
  return key === null || !address.endsWith(checksumOf(key)) ? null : address;
}

/** 33-byte keys are secp256k1, 32-byte keys ed25519. */
export function isSignedBy(address: string, message: Uint8Array, signature: Uint8Array): boolean {
  const key = publicKeyHexOf(address);
  if (key === null) return false;
  const publicKey = hexToBytes(key);
  return publicKey.length === 33
    ? secp256k1.verify(signature.slice(0, 64), message, publicKey, { prehash: false })
    : ed25519.verify(signature, message, publicKey);
}

function publicKeyHexOf(address: string): string | null {
  return new RegExp(`^${PREFIX}([0-9a-f]{64}|[0-9a-f]{66})[0-9a-f]{${CHECKSUM_DIGITS}}$`).exec(address)?.[1] ?? null;
}

function checksumOf(key: string): string {
  return bytesToHex(sha256(new TextEncoder().encode(key))).slice(0, CHECKSUM_DIGITS);
}

/** One transaction of the scripted chain, whoever created it. */
export type ScriptedTransaction = {
  readonly id: string;
  /** Canonical sender; null when nobody is debited (a third party with unlimited funds). */
  readonly from: string | null;
  readonly outputs: readonly TransferOutput[];
  readonly feeUnits: bigint;
  readonly spends: Spends | null;
  /** Is included in a block, pays its fee and moves nothing. */
  readonly fails: boolean;
};

export type ScriptedBlock = {
  readonly reference: BlockReference;
  readonly transactions: readonly ScriptedTransaction[];
};

export function idOf(body: string): string {
  return bytesToHex(sha256(new TextEncoder().encode(body)));
}

/** JSON with bigints as text: the scripted chain's wire format. */
export function encodeJson(value: unknown): string {
  return JSON.stringify(value, (_, item) => (typeof item === "bigint" ? `${item}n` : item));
}

export function decodeJson(text: string): unknown {
  return JSON.parse(text, (_, item) =>
    typeof item === "string" && /^-?\d+n$/.test(item) ? BigInt(item.slice(0, -1)) : item,
  );
}

export function isSameCoin(left: CoinName, right: CoinName): boolean {
  return left.transactionId === right.transactionId && left.index === right.index;
}

/** Returns whether the two cannot be in one chain: they use the same nonce or share a coin. */
export function conflicts(left: Spends | null, right: SentTransfer["spends"] | null): boolean {
  if (left === null || right === null) return false;
  if (left.kind === "nonce" && right.kind === "nonce") {
    return left.address === right.address && left.nonce === right.nonce;
  }
  if (left.kind !== "coins" || right.kind !== "coins") return false;
  return left.coins.some((coin) => right.coins.some((other) => isSameCoin(coin, other)));
}

/** Returns the net change of an address by these transactions, in one asset. */
export function balanceIn(transactions: readonly ScriptedTransaction[], address: string, asset: Asset): bigint {
  return transactions.reduce(
    (units, transaction) => units + gainOf(transaction, address, asset) - lossOf(transaction, address, asset),
    0n,
  );
}

function gainOf({ outputs, fails }: ScriptedTransaction, address: string, asset: Asset): bigint {
  return fails
    ? 0n
    : sumOf(outputs.filter((output) => output.to.address === address && isSameAsset(output.asset, asset)));
}

function lossOf(
  { from, outputs, feeUnits, fails, spends }: ScriptedTransaction,
  address: string,
  asset: Asset,
): bigint {
  // Coins hold only the native asset, and their fee is what the outputs leave.
  if (spends?.kind === "coins") {
    return asset.kind === "native" ? sumOf(spends.coins.filter((coin) => coin.address === address)) : 0n;
  }
  if (from !== address) return 0n;
  const fee = asset.kind === "native" ? feeUnits : 0n;
  return fails ? fee : fee + sumOf(outputs.filter((output) => isSameAsset(output.asset, asset)));
}

function sumOf(parts: readonly { readonly units: bigint }[]): bigint {
  return parts.reduce((total, { units }) => total + units, 0n);
}

function isSameAsset(left: Asset, right: Asset): boolean {
  return left.kind === "token" ? right.kind === "token" && left.contract === right.contract : right.kind === "native";
}
