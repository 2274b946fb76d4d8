import type { AddressFamily } from "@/lib/chains/address-family";

/**
 * Deposit keys are in account 0, hot wallets in account 1: neither can ever be mistaken for the
 * other.
 */
export const KEY_ROLES = { deposit: 0, hot: 1 } as const;
export type KeyRole = keyof typeof KEY_ROLES;

/** Identifies one key under the seed. */
export type KeyReference = {
  readonly family: AddressFamily;
  readonly role: KeyRole;
  /** 0 to 2^31 - 1. */
  readonly index: number;
};

/**
 * Returns the derivation index of a key in the address table: deposit addresses count up from 0,
 * hot wallets down from -1.
 */
export function derivationIndexOf({ role, index }: Omit<KeyReference, "family">): number {
  return role === "deposit" ? index : -1 - index;
}

/** Returns the key of a derivation index: the inverse of {@link derivationIndexOf}. */
export function keyOfDerivationIndex(family: AddressFamily, derivationIndex: number): KeyReference {
  if (derivationIndex >= 0) return { family, role: "deposit", index: derivationIndex };
  return { family, role: "hot", index: -1 - derivationIndex };
}

/** From this limit on, BIP-32 indexes mean hardened children. */
const INDEX_LIMIT = 2 ** 31;

type Derivation =
  | { readonly curve: "secp256k1"; readonly purpose: 44 | 84; readonly coin: number }
  | { readonly curve: "ed25519"; readonly purpose: 44; readonly coin: number };

/** Coin numbers of SLIP-44. BIP-84 where addresses are native segwit. */
const DERIVATIONS: Readonly<Record<Exclude<AddressFamily, "xmr">, Derivation>> = {
  evm: { curve: "secp256k1", purpose: 44, coin: 60 },
  btc: { curve: "secp256k1", purpose: 84, coin: 0 },
  ltc: { curve: "secp256k1", purpose: 84, coin: 2 },
  doge: { curve: "secp256k1", purpose: 44, coin: 3 },
  dash: { curve: "secp256k1", purpose: 44, coin: 5 },
  bch: { curve: "secp256k1", purpose: 44, coin: 145 },
  tron: { curve: "secp256k1", purpose: 44, coin: 195 },
  sol: { curve: "ed25519", purpose: 44, coin: 501 },
  ton: { curve: "ed25519", purpose: 44, coin: 607 },
};

export type KeyPath = { readonly curve: "secp256k1" | "ed25519"; readonly parent: string; readonly child: string };

/**
 * Returns a key's path as its parent and the last step, so that a pool is derived from one parent.
 * On ed25519 every step is hardened: SLIP-10 supports no other. Monero has no path per address (see
 * addresses/monero-address.ts).
 */
export function pathOf(key: KeyReference & { readonly family: Exclude<AddressFamily, "xmr"> }): KeyPath {
  const { family, role, index } = key;
  if (!Number.isSafeInteger(index) || index < 0 || index >= INDEX_LIMIT) {
    throw new RangeError(`${index} is no derivation index`);
  }
  const { curve, purpose, coin } = DERIVATIONS[family];
  const account = `m/${purpose}'/${coin}'/${KEY_ROLES[role]}'`;
  return curve === "secp256k1"
    ? { curve, parent: `${account}/0`, child: `${index}` }
    : { curve, parent: account, child: `${index}'` };
}
