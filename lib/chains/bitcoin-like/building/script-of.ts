import { cashAddressToLockingBytecode, lockingBytecodeToCashAddress } from "@bitauth/libauth";
import { sha256 } from "@noble/hashes/sha2.js";
import { bech32, bech32m, createBase58check, hex } from "@scure/base";
import { validateAddress } from "@/lib/chains/address/validate-address";
import { type CoinFamily, parametersOf } from "@/lib/chains/bitcoin-like/building/coin-parameters";

const base58check = createBase58check(sha256);

/**
 * The output forms that have an address, by the bytes around the hash. Key hashes and P2SH are 20
 * bytes, the others 32.
 */
const P2PKH = /^76a914([0-9a-f]{40})88ac$/;
const P2SH = /^a914([0-9a-f]{40})87$/;
const P2SH32 = /^aa20([0-9a-f]{64})87$/;
const WITNESS_0 = /^0014([0-9a-f]{40})$|^0020([0-9a-f]{64})$/;
const TAPROOT = /^5120([0-9a-f]{64})$/;

/**
 * Returns the output script (hex) that pays to an address. The address is main-network text in the
 * canonical form of `validateAddress`; on Bitcoin Cash a token-aware address has the script of the
 * plain one.
 * @throws TypeError for every other text
 */
export function scriptOfAddress(family: CoinFamily, address: string): string {
  const verdict = validateAddress(family, address, "real");
  if (!verdict.ok || verdict.address !== address) throw new TypeError(`${address} is no canonical ${family} address`);
  const { bech32: prefix, base58 } = parametersOf(family);
  if (base58 === null) return scriptOfCashAddress(address);
  if (prefix !== null && address.startsWith(`${prefix}1`)) return scriptOfWitness(address);
  const [version, ...hash] = base58check.decode(address);
  const text = hex.encode(Uint8Array.from(hash));
  return version === base58.publicKeyHash ? `76a914${text}88ac` : `a914${text}87`;
}

/**
 * Returns the canonical address that an output script (hex, lower case) pays to, or null when it
 * has none: data, bare keys and bare multisignature, undefined witness versions.
 */
export function addressOfScript(family: CoinFamily, scriptHex: string): string | null {
  const { bech32: prefix, base58 } = parametersOf(family);
  if (base58 === null) return cashAddressOf(scriptHex);
  const key = P2PKH.exec(scriptHex)?.[1];
  if (key !== undefined) return encodeBase58(base58.publicKeyHash, key);
  const script = P2SH.exec(scriptHex)?.[1];
  if (script !== undefined) return encodeBase58(base58.scriptHash, script);
  return prefix === null ? null : witnessAddressOf(prefix, scriptHex);
}

/**
 * Returns the hash (hex) of the single key that unlocks this script, in the one form that our coins
 * have; null for every other script.
 */
export function keyHashOf(family: CoinFamily, scriptHex: string): string | null {
  const pattern = parametersOf(family).signing === "segwit" ? WITNESS_0 : P2PKH;
  return pattern.exec(scriptHex)?.[1] ?? null;
}

function encodeBase58(version: number, hash: string): string {
  return base58check.encode(Uint8Array.from([version, ...hex.decode(hash)]));
}

function witnessAddressOf(prefix: string, scriptHex: string): string | null {
  const version0 = WITNESS_0.exec(scriptHex);
  const program = version0?.[1] ?? version0?.[2];
  if (program !== undefined) return bech32.encode(prefix, [0, ...bech32.toWords(hex.decode(program))]);
  const key = TAPROOT.exec(scriptHex)?.[1];
  return key === undefined ? null : bech32m.encode(prefix, [1, ...bech32m.toWords(hex.decode(key))]);
}

/** Validated before: version 0 in bech32 or version 1 in bech32m. */
function scriptOfWitness(address: string): string {
  const [version, ...words] = (bech32.decodeUnsafe(address) ?? bech32m.decode(address)).words;
  const program = bech32.fromWords(words);
  const length = program.length.toString(16).padStart(2, "0");
  return `${version === 0 ? "00" : "51"}${length}${hex.encode(program)}`;
}

function cashAddressOf(scriptHex: string): string | null {
  if (![P2PKH, P2SH, P2SH32].some((pattern) => pattern.test(scriptHex))) return null;
  const encoded = lockingBytecodeToCashAddress({ bytecode: hex.decode(scriptHex), prefix: "bitcoincash" });
  return typeof encoded === "string" ? null : encoded.address;
}

/**
 * A key hash of 32 bytes has an address form but no script in use: it is rejected like any other
 * unknown form.
 */
function scriptOfCashAddress(address: string): string {
  const decoded = cashAddressToLockingBytecode(address);
  if (typeof decoded === "string") throw new TypeError(`${address} stands for no script`);
  return hex.encode(decoded.bytecode);
}
