import { judgeBitcoinCash } from "@/lib/chains/address/bitcoin-cash";
import { decodeBase58Check, judgeBitcoinLike, judgeSegwit } from "@/lib/chains/address/bitcoin-like";
import { judgeMonero } from "@/lib/chains/address/monero";
import { judgeSolana } from "@/lib/chains/address/solana";
import { judgeTon } from "@/lib/chains/address/ton";
import { type AddressEncoding, type AddressVerdict, accepted, isAllZero, refused } from "@/lib/chains/address/verdict";
import { ADDRESS_FAMILIES, type AddressFamily } from "@/lib/chains/address-family";
import { parseEvmAddress } from "@/lib/chains/evm/address";

const HEX_CHARACTERS = 40;
/** The zero address, the precompiled contracts, and the one that people burn tokens at. */
const EVM_NOBODYS = /^0x(0{38}[0-9a-f]{2}|0{36}dead|dead0{32}beef|dead0{36}|0{32}deadbeef|(?:dead){10})$/;

/** 20 bytes of hex; mixed case is a checksum (EIP-55) and must be right. */
function judgeEvm(text: string): AddressVerdict {
  const hex = /^0[xX]([0-9a-fA-F]*)$/.exec(text)?.[1];
  if (hex === undefined) return refused("format");
  if (hex.length !== HEX_CHARACTERS) return refused("length");
  if (EVM_NOBODYS.test(`0x${hex.toLowerCase()}`)) return refused("burn");
  const address = parseEvmAddress(text);
  return address === null ? refused("checksum") : accepted(address);
}

/** Of the main network; its test networks and private chains use the same. */
const VERSION = 0x41;

/** A TRON address in base58, `T...`. */
function judgeTron(text: string): AddressVerdict {
  const decoded = decodeBase58Check(text);
  if (typeof decoded === "string") return refused(decoded);
  if (decoded.version !== VERSION) return refused("network");
  return isAllZero(decoded.hash) ? refused("burn") : accepted(text);
}

type Judge = (text: string, encoding: AddressEncoding) => AddressVerdict;

const JUDGES: Readonly<Record<AddressFamily, Judge>> = {
  evm: judgeEvm,
  btc: (text, encoding) => judgeBitcoinLike("btc", text, encoding),
  ltc: (text, encoding) => judgeBitcoinLike("ltc", text, encoding),
  doge: (text, encoding) => judgeBitcoinLike("doge", text, encoding),
  dash: (text, encoding) => judgeBitcoinLike("dash", text, encoding),
  bch: judgeBitcoinCash,
  tron: judgeTron,
  sol: judgeSolana,
  ton: judgeTon,
  xmr: judgeMonero,
};

const ENCODINGS: readonly AddressEncoding[] = ["real", "sandbox"];
/** Of public test networks, which no installation sends to. */
const TEST_PREFIXES = ["tb", "tltc"];

/**
 * Whether money may be sent to this text on a network of the family, and if not, why. Asks no node, so that the web process can
 * refuse a destination. What is wrong for this family but right for another, or for the other encoding, is `network`.
 */
export function judgeAddress(family: AddressFamily, text: string, encoding: AddressEncoding): AddressVerdict {
  const verdict = JUDGES[family](text, encoding);
  if (verdict.ok || verdict.problem === "burn") return verdict;
  return isAddressElsewhere(text) ? refused("network") : verdict;
}

function isAddressElsewhere(text: string): boolean {
  if (TEST_PREFIXES.some((prefix) => text.startsWith(`${prefix}1`) && judgeSegwit(text, prefix).ok)) return true;
  return ADDRESS_FAMILIES.some((family) => ENCODINGS.some((encoding) => JUDGES[family](text, encoding).ok));
}
