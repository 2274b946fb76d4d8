/**
 * A set of networks on which one address is the same account: every EVM network shares `evm`, every
 * other chain is its own family. Addresses are assigned per family, not per network.
 */
export const ADDRESS_FAMILIES = ["evm", "btc", "ltc", "doge", "dash", "bch", "tron", "sol", "ton", "xmr"] as const;

export type AddressFamily = (typeof ADDRESS_FAMILIES)[number];

/**
 * Whether senders on these chains are accounts, which can receive a refund at the sending address.
 * On the other chains a spent coin's address is one of many, and the wallet, or the exchange that
 * shares it between all its customers, may never check it again; Monero does not reveal senders.
 */
const ACCOUNTS: Readonly<Record<AddressFamily, boolean>> = {
  evm: true,
  btc: false,
  ltc: false,
  doge: false,
  dash: false,
  bch: false,
  tron: true,
  sol: true,
  ton: true,
  xmr: false,
};

/**
 * Returns whether the sender of a transfer on this chain may be an account that can be refunded.
 */
export function areSendersAccounts(family: AddressFamily): boolean {
  return ACCOUNTS[family];
}

/**
 * SegWit and CashAddr addresses start with their network, followed by one letter for the kind; all
 * EVM addresses start alike.
 */
const COMMON = /^(?:0x|(?:bc|ltc)1[qp]?|bitcoincash:[qp]?)/;

/**
 * Returns the prefix that an address shares with all others of its network and kind, which
 * identifies no address. Pure, and safe for the browser.
 */
export function commonStart(address: string): string {
  return COMMON.exec(address)?.[0] ?? "";
}
