import { keccak_256 } from "@noble/hashes/sha3.js";
import { base58, base58xmr } from "@scure/base";
import {
  type AddressEncoding,
  type AddressValidation,
  accepted,
  isAllZero,
  isSame,
  refused,
} from "@/lib/chains/address/address-validation";
import { validateBitcoinCash } from "@/lib/chains/address/bitcoin-cash";
import { decodeBase58Check, validateBitcoinLike, validateSegwit } from "@/lib/chains/address/bitcoin-like";
import { validateTon } from "@/lib/chains/address/ton";
import { ADDRESS_FAMILIES, type AddressFamily } from "@/lib/chains/address-family";
import { parseEvmAddress } from "@/lib/chains/evm/address";

const CHECKSUM_BYTES = 4;
const KEYS_BYTES = 64;
const PAYMENT_ID_BYTES = 8;
const MONERO_TEXT = /^[1-9A-HJ-NP-Za-km-z]+$/;
const PLAIN_CHARACTERS = 95;
const INTEGRATED_CHARACTERS = 106;

/**
 * First byte: standard, integrated (with a payment id) and sub-address. A private chain uses the
 * same as the real network.
 */
const REAL = { plain: [18, 42], integrated: [19] };
/** First bytes of the two test networks. */
const TEST = { plain: [53, 63, 24, 36], integrated: [54, 25] };

/**
 * A Monero address: network byte, two public keys, the payment id of an integrated address, and
 * four bytes of Keccak.
 */
function validateMonero(text: string, encoding: AddressEncoding): AddressValidation {
  if (!MONERO_TEXT.test(text)) return refused("format");
  if (text.length !== PLAIN_CHARACTERS && text.length !== INTEGRATED_CHARACTERS) return refused("length");
  const bytes = decode(text);
  if (bytes === null) return refused("format");
  const isIntegrated = text.length === INTEGRATED_CHARACTERS;
  const payloadBytes = 1 + KEYS_BYTES + (isIntegrated ? PAYMENT_ID_BYTES : 0);
  if (bytes.length !== payloadBytes + CHECKSUM_BYTES) return refused("length");
  const payload = bytes.subarray(0, payloadBytes);
  if (!isSame(keccak_256(payload).subarray(0, CHECKSUM_BYTES), bytes.subarray(payloadBytes)))
    return refused("checksum");
  const kind = isIntegrated ? "integrated" : "plain";
  const networks = encoding === "real" ? REAL[kind] : [...REAL[kind], ...TEST[kind]];
  return networks.includes(payload[0] ?? 0) ? accepted(text) : refused("network");
}

/** Returns null for a block of characters that encodes more than its bytes can hold. */
function decode(text: string): Uint8Array | null {
  try {
    return base58xmr.decode(text);
  } catch {
    return null;
  }
}

const KEY_BYTES = 32;
const TEXT = /^[1-9A-HJ-NP-Za-km-z]+$/;
const TEXT_MAX = 44;

/** The system program, the incinerator, and programs that users mistake for their own accounts. */
const SOLANA_NOBODYS: ReadonlySet<string> = new Set([
  "11111111111111111111111111111111",
  "1nc1nerator11111111111111111111111111111111",
  "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
  "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb",
  "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL",
]);

/**
 * 32 bytes in base58. Solana addresses have no checksum and no network: a typing error is detected
 * only if it changes the length.
 */
export function validateSolana(text: string): AddressValidation {
  if (!TEXT.test(text)) return refused("format");
  if (text.length > TEXT_MAX || base58.decode(text).length !== KEY_BYTES) return refused("length");
  return SOLANA_NOBODYS.has(text) ? refused("burn") : accepted(text);
}

const HEX_CHARACTERS = 40;
/** The zero address, the precompiled contracts, and well-known burn addresses. */
const EVM_NOBODYS = /^0x(0{38}[0-9a-f]{2}|0{36}dead|dead0{32}beef|dead0{36}|0{32}deadbeef|(?:dead){10})$/;

/** 20 bytes of hex; mixed case is an EIP-55 checksum and must be correct. */
function validateEvm(text: string): AddressValidation {
  const hex = /^0[xX]([0-9a-fA-F]*)$/.exec(text)?.[1];
  if (hex === undefined) return refused("format");
  if (hex.length !== HEX_CHARACTERS) return refused("length");
  if (EVM_NOBODYS.test(`0x${hex.toLowerCase()}`)) return refused("burn");
  const address = parseEvmAddress(text);
  return address === null ? refused("checksum") : accepted(address);
}

/** The main network's; its test networks and private chains use the same. */
const VERSION = 0x41;

/** A TRON address in base58, `T...`. */
function validateTron(text: string): AddressValidation {
  const decoded = decodeBase58Check(text);
  if (typeof decoded === "string") return refused(decoded);
  if (decoded.version !== VERSION) return refused("network");
  return isAllZero(decoded.hash) ? refused("burn") : accepted(text);
}

type Validate = (text: string, encoding: AddressEncoding) => AddressValidation;

const JUDGES: Readonly<Record<AddressFamily, Validate>> = {
  evm: validateEvm,
  btc: (text, encoding) => validateBitcoinLike("btc", text, encoding),
  ltc: (text, encoding) => validateBitcoinLike("ltc", text, encoding),
  doge: (text, encoding) => validateBitcoinLike("doge", text, encoding),
  dash: (text, encoding) => validateBitcoinLike("dash", text, encoding),
  bch: validateBitcoinCash,
  tron: validateTron,
  sol: validateSolana,
  ton: validateTon,
  xmr: validateMonero,
};

const ENCODINGS: readonly AddressEncoding[] = ["real", "sandbox"];
/** Prefixes of public test networks, to which no installation sends. */
const TEST_PREFIXES = ["tb", "tltc"];

/**
 * Returns whether money may be sent to this text on a network of the family, and if not, why.
 * Queries no node, so the web process can reject a destination. A text that is valid for another
 * family, or for the other encoding, is reported as `network`.
 */
export function validateAddress(family: AddressFamily, text: string, encoding: AddressEncoding): AddressValidation {
  const verdict = JUDGES[family](text, encoding);
  if (verdict.ok || verdict.problem === "burn") return verdict;
  return isAddressElsewhere(text) ? refused("network") : verdict;
}

function isAddressElsewhere(text: string): boolean {
  if (TEST_PREFIXES.some((prefix) => text.startsWith(`${prefix}1`) && validateSegwit(text, prefix).ok)) return true;
  return ADDRESS_FAMILIES.some((family) => ENCODINGS.some((encoding) => JUDGES[family](text, encoding).ok));
}
