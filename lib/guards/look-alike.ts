import type { AddressFamily } from "@/lib/chains/address-family";

/** As many characters at either end as people compare, and as wallets show of an address. */
const SHOWN_CHARACTERS = 4;

/** What all addresses of a family begin with says nothing about whose an address is. */
const COMMON_BEGIN: Readonly<Record<AddressFamily, RegExp>> = {
  evm: /^0x/,
  btc: /^((bc|tb|bcrt)1[qp]|[123mn])/,
  ltc: /^((ltc|rltc|tltc)1[qp]|[LMmnQ23])/,
  doge: /^[DA9nm2]/,
  dash: /^[X7y89]/,
  bch: /^((bitcoincash|bchtest|bchreg):)?[qpz]/,
  tron: /^T/,
  sol: /^/,
  ton: /^../,
  xmr: /^./,
};

/** The ends of an address that people look at, the case of their letters aside. */
export type AddressEnds = { readonly begin: string; readonly end: string };

export function endsOf(family: AddressFamily, address: string): AddressEnds {
  const own = address.replace(COMMON_BEGIN[family], "").toLowerCase();
  return { begin: own.slice(0, SHOWN_CHARACTERS), end: own.slice(-SHOWN_CHARACTERS) };
}

/**
 * Whether somebody who compares the ends of two addresses takes one for the other. Who wants to be paid in another's place makes such
 * an address, and sends dust from it so that it is copied from the history.
 */
export function looksAlike(family: AddressFamily, first: string, second: string): boolean {
  const [one, two] = [endsOf(family, first), endsOf(family, second)];
  return one.begin === two.begin && one.end === two.end;
}
