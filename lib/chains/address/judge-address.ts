import { judgeBitcoinCash } from "@/lib/chains/address/bitcoin-cash";
import { judgeBitcoinLike } from "@/lib/chains/address/bitcoin-like";
import { judgeEvm } from "@/lib/chains/address/evm";
import { judgeMonero } from "@/lib/chains/address/monero";
import { judgeSegwit } from "@/lib/chains/address/segwit";
import { judgeSolana } from "@/lib/chains/address/solana";
import { judgeTon } from "@/lib/chains/address/ton";
import { judgeTron } from "@/lib/chains/address/tron";
import { type AddressEncoding, type AddressVerdict, refused } from "@/lib/chains/address/verdict";
import { ADDRESS_FAMILIES, type AddressFamily } from "@/lib/chains/address-family";

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
