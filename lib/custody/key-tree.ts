import { ed25519 } from "@noble/curves/ed25519.js";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { concatBytes } from "@noble/hashes/utils.js";
import { HDKey } from "@scure/bip32";
import { mnemonicToSeedSync } from "@scure/bip39";
import { HDKey as EdwardsKey } from "micro-key-producer/slip10.js";
import type { AddressFamily } from "@/lib/chains/address-family";
import type { SigningRequest } from "@/lib/chains/spending";
import { encodeBitcoinAddress } from "@/lib/custody/addresses/bitcoin-family";
import { encodeMoneroAddress, type MoneroKeys, toMoneroKeys } from "@/lib/custody/addresses/monero-address";
import {
  encodeEvmAddress,
  encodeSolanaAddress,
  encodeTonAddress,
  encodeTronAddress,
} from "@/lib/custody/addresses/ton-and-accounts";
import { KEY_ROLES, type KeyReference, pathOf } from "@/lib/custody/key-reference";

/** One Monero key covers the whole wallet; its addresses are numbered inside it. */
const MONERO_PATH = "m/44'/128'/0'/0/0";

type PathFamily = Exclude<AddressFamily, "xmr">;
type Keys = { readonly secret: Uint8Array; readonly publicKey: Uint8Array };

/** All keys under one seed, in memory. It returns addresses and signatures, but never a key. */
export type KeyTree = {
  /** Canonical address text on the family's main network. */
  readonly addressOf: (key: KeyReference) => string;
  /** Throws when the request names another signer than the key's own address, or another curve. */
  readonly sign: (key: KeyReference, request: SigningRequest) => Uint8Array;
};

/**
 * Builds the tree of these words (BIP-39, no passphrase). Parents are derived once and cached: a
 * pool shares one.
 */
export function growKeyTree(mnemonic: string): KeyTree {
  const derive = createDerivation(mnemonic);
  const monero = once(() => deriveMoneroKeys(mnemonic));
  const addressOf = (key: KeyReference): string =>
    key.family === "xmr"
      ? encodeMoneroAddress(monero(), KEY_ROLES[key.role], moneroMinor(key))
      : encodeAddress(key.family, derive({ ...key, family: key.family }).publicKey);
  return {
    addressOf,
    sign(key, { signer, scheme, message }) {
      if (key.family === "xmr") throw new TypeError("Monero transactions are signed by its wallet service");
      if (addressOf(key) !== signer) throw new Error(`the key asked for does not own ${signer}`);
      const pathed = { ...key, family: key.family };
      if (pathOf(pathed).curve !== scheme) throw new TypeError(`${key.family} keys do not sign with ${scheme}`);
      const { secret, publicKey } = derive(pathed);
      if (scheme !== "ed25519") return signDigest(message, secret);
      const signature = ed25519.sign(message, secret);
      return key.family === "ton" ? concatBytes(signature, publicKey) : signature;
    },
  };
}

/**
 * Derives the two secrets that restore the Monero wallet elsewhere; for the export command only.
 */
export function deriveMoneroKeys(mnemonic: string): MoneroKeys {
  const { privateKey } = HDKey.fromMasterSeed(mnemonicToSeedSync(mnemonic)).derive(MONERO_PATH);
  return toMoneroKeys(present(privateKey));
}

/** Returns the address of one public key, by family. TON: wallet V5R1. */
export function encodeAddress(family: PathFamily, publicKey: Uint8Array): string {
  switch (family) {
    case "evm":
      return encodeEvmAddress(publicKey);
    case "tron":
      return encodeTronAddress(publicKey);
    case "sol":
      return encodeSolanaAddress(publicKey);
    case "ton":
      return encodeTonAddress("v5r1", publicKey);
    default:
      return encodeBitcoinAddress(family, publicKey);
  }
}

function createDerivation(mnemonic: string): (key: KeyReference & { readonly family: PathFamily }) => Keys {
  const seed = mnemonicToSeedSync(mnemonic);
  const parents = new Map<string, HDKey>();
  const edwardsParents = new Map<string, EdwardsKey>();
  return (key) => {
    const { curve, parent, child } = pathOf(key);
    if (curve === "ed25519") {
      const node = remember(edwardsParents, parent, () => EdwardsKey.fromMasterSeed(seed).derive(parent));
      const { privateKey, publicKeyRaw } = node.derive(`m/${child}`);
      return { secret: privateKey, publicKey: publicKeyRaw };
    }
    const node = remember(parents, parent, () => HDKey.fromMasterSeed(seed).derive(parent));
    const { privateKey, publicKey } = node.derive(`m/${child}`);
    return { secret: present(privateKey), publicKey: present(publicKey) };
  };
}

/** Returns r, s (low) and the recovery id, as `SigningScheme` specifies for secp256k1. */
function signDigest(digest: Uint8Array, secret: Uint8Array): Uint8Array {
  if (digest.length !== 32) throw new TypeError("a secp256k1 request carries a digest of 32 bytes");
  const recovered = secp256k1.sign(digest, secret, { prehash: false, lowS: true, format: "recovered" });
  return Uint8Array.from([...recovered.slice(1), recovered[0] ?? 0]);
}

/**
 * Minor 0 of account 0 is the primary address, whose text differs from all others: it is skipped.
 */
function moneroMinor({ role, index }: KeyReference): number {
  return role === "deposit" ? index + 1 : index;
}

function remember<Value>(known: Map<string, Value>, name: string, make: () => Value): Value {
  const value = known.get(name) ?? make();
  known.set(name, value);
  return value;
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function present<Value>(value: Value | null | undefined): Value {
  if (value == null) throw new Error("a derived key is missing");
  return value;
}
