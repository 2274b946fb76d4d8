import { randomBytes } from "node:crypto";
import { ed25519 } from "@noble/curves/ed25519.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { base58, base58xmr, bech32, createBase58check } from "@scure/base";
import { encodeCashAddress } from "@/lib/chains/address/bitcoin-cash";
import { encodeTonAddress } from "@/lib/chains/address/ton";
import type { AddressFamily } from "@/lib/chains/address-family";
import { toChecksumAddress } from "@/lib/chains/evm/address";

const base58check = createBase58check(sha256);
const HASH_BYTES = 20;
const KEY_BYTES = 32;
const MONERO_STANDARD = 18;

/**
 * Version bytes of key hashes, from the chains' own parameters, as in the validators beside this
 * file.
 */
const withVersion = (version: number) => base58check.encode(Uint8Array.from([version, ...randomBytes(HASH_BYTES)]));
const segwit = (prefix: string) => bech32.encode(prefix, [0, ...bech32.toWords(randomBytes(HASH_BYTES))]);
/** A point on the curve, as wallets expect. Its private key is discarded at once. */
const publicKey = () => ed25519.getPublicKey(randomBytes(KEY_BYTES));

const RANDOM: Readonly<Record<AddressFamily, () => string>> = {
  evm: () => toChecksumAddress(`0x${randomBytes(HASH_BYTES).toString("hex")}`),
  btc: () => segwit("bc"),
  ltc: () => segwit("ltc"),
  doge: () => withVersion(30),
  dash: () => withVersion(76),
  bch: () => encodeCashAddress(randomBytes(HASH_BYTES)),
  tron: () => withVersion(0x41),
  sol: () => base58.encode(publicKey()),
  ton: () => encodeTonAddress(randomBytes(KEY_BYTES)),
  xmr: () => {
    const payload = Uint8Array.from([MONERO_STANDARD, ...publicKey(), ...publicKey()]);
    return base58xmr.encode(Uint8Array.from([...payload, ...keccak_256(payload).subarray(0, 4)]));
  },
};

/**
 * Returns a random valid address on the family's main network whose key nobody holds: for samples,
 * never for money.
 */
export function randomAddress(family: AddressFamily): string {
  return RANDOM[family]();
}

const HEX_BYTES = 32;
const SIGNATURE_BYTES = 64;

/** Returns a random transaction id in the family's format; no chain has such a transaction. */
export function randomTransactionId(family: AddressFamily): string {
  if (family === "sol") return base58.encode(randomBytes(SIGNATURE_BYTES));
  const hex = randomBytes(HEX_BYTES).toString("hex");
  return family === "evm" ? `0x${hex}` : hex;
}
