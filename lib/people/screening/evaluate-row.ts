import type { AddressEncoding, AddressProblem } from "@/lib/chains/address/address-validation";
import { validateAddress } from "@/lib/chains/address/validate-address";
import { ADDRESS_FAMILIES, type AddressFamily } from "@/lib/chains/address-family";
import { accountKey } from "@/lib/chains/address-keys";
import type { ListedRow } from "@/lib/people/screening/read-list";
import type { Catalog } from "@/lib/pricing/catalog/queries";

export type ListEntry = {
  readonly family: AddressFamily;
  readonly addressKey: string;
  readonly address: string;
  readonly note: string;
};

const NOTE_CHARACTERS_MAX = 500;

/** Prefixes and lengths of a family's addresses: which families to check when a row names none. */
const SHAPES: Readonly<Record<AddressFamily, RegExp>> = {
  evm: /^0x/i,
  btc: /^(bc1|tb1|bcrt1|[13mn2])/i,
  ltc: /^(ltc1|tltc1|rltc1|[LMmnQ2])/i,
  doge: /^[DA9nm2]/,
  dash: /^[X7y89]/,
  bch: /^((bitcoincash|bchtest|bchreg):|[qp])/i,
  tron: /^T/,
  sol: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
  ton: /^.{48}$/,
  xmr: /^(.{95}|.{106})$/,
};

const ENCODINGS: readonly AddressEncoding[] = ["real", "sandbox"];

const PROBLEMS: Readonly<Record<AddressProblem, string>> = {
  format: "no address",
  length: "address too long",
  checksum: "wrong checksum: check for typos",
  network: "address of another network",
  burn: "funds can't be sent from this address",
};

/**
 * Evaluates a row of a list: one entry, or several if its address is valid in several families (the
 * sandbox's own encodings overlap), or the problem as text.
 */
export function evaluateRow(catalog: Catalog, row: ListedRow): readonly ListEntry[] | string {
  if (row.address === "") return "no address";
  if (row.note.length > NOTE_CHARACTERS_MAX) return `a note has at most ${NOTE_CHARACTERS_MAX} characters`;
  if (row.note.includes("\0")) return "a note is text";
  if (row.network !== "") {
    const family = findFamily(catalog, row.network);
    if (family === null) return `unknown network ${row.network.slice(0, 40)}`;
    return evaluateFor(family, row);
  }
  const likely = ADDRESS_FAMILIES.filter((family) => SHAPES[family].test(row.address));
  const judged = likely.map((family) => evaluateFor(family, row));
  const entries = judged.flatMap((found) => (typeof found === "string" ? [] : found));
  if (entries.length > 0) return entries;
  return likely.length === 1 && typeof judged[0] === "string" ? judged[0] : PROBLEMS.format;
}

function findFamily(catalog: Catalog, text: string): AddressFamily | null {
  const lower = text.toLowerCase();
  return ADDRESS_FAMILIES.find((family) => family === lower) ?? catalog.network(text)?.family ?? null;
}

function evaluateFor(family: AddressFamily, { address, note }: ListedRow): readonly ListEntry[] | string {
  let problem: AddressProblem = "format";
  for (const encoding of ENCODINGS) {
    const verdict = validateAddress(family, address, encoding);
    if (verdict.ok)
      return [{ family, addressKey: accountKey(family, verdict.address), address: verdict.address, note }];
    if (encoding === "real") problem = verdict.problem;
  }
  return PROBLEMS[problem];
}
