import { decodeBase58Check } from "@/lib/chains/address/base58-check";
import { judgeSegwit } from "@/lib/chains/address/segwit";
import { type AddressEncoding, type AddressVerdict, accepted, isAllZero, refused } from "@/lib/chains/address/verdict";

type Terms = {
  /** Version bytes: of a key's hash, and of a script's. */
  readonly versions: readonly number[];
  /** Prefix of its segregated witness addresses; null where the chain has none. */
  readonly segwit: string | null;
};

export type BitcoinLikeFamily = "btc" | "ltc" | "doge" | "dash";

/**
 * From the chains' own parameters (`chainparams.cpp` of each node). Litecoin's old script addresses (version 5) are left out: they are
 * the same text as Bitcoin's, so that nobody can tell whether the right chain is meant; its newer form (version 50) is taken.
 */
const TERMS: Readonly<Record<BitcoinLikeFamily, Readonly<Record<AddressEncoding, Terms>>>> = {
  btc: { real: { versions: [0, 5], segwit: "bc" }, sandbox: { versions: [111, 196], segwit: "bcrt" } },
  ltc: { real: { versions: [48, 50], segwit: "ltc" }, sandbox: { versions: [111, 196, 58], segwit: "rltc" } },
  doge: { real: { versions: [30, 22], segwit: null }, sandbox: { versions: [111, 196], segwit: null } },
  dash: { real: { versions: [76, 16], segwit: null }, sandbox: { versions: [140, 19], segwit: null } },
};

/** Made by choosing the text, not by hashing a key. */
const BURN_ADDRESSES: ReadonlySet<string> = new Set([
  "1BitcoinEaterAddressDontSendf59kuE",
  "1CounterpartyXXXXXXXXXXXXXXXUWLpVr",
  "DDogepartyxxxxxxxxxxxxxxxxxxw1dfzr",
]);

/** Bitcoin, Litecoin, Dogecoin and Dash: base58 with a version byte, and segregated witness where the chain has it. */
export function judgeBitcoinLike(family: BitcoinLikeFamily, text: string, encoding: AddressEncoding): AddressVerdict {
  const terms = TERMS[family][encoding];
  if (terms.segwit !== null && text.toLowerCase().startsWith(`${terms.segwit}1`))
    return judgeSegwit(text, terms.segwit);
  const decoded = decodeBase58Check(text);
  if (typeof decoded === "string") return refused(decoded);
  if (!terms.versions.includes(decoded.version)) return refused("network");
  return isAllZero(decoded.hash) || BURN_ADDRESSES.has(text) ? refused("burn") : accepted(text);
}
