/**
 * A set of networks on which one address is the same account: every EVM network shares `evm`, each
 * other chain is a family of its own. Addresses are given out by family, never by network.
 */
export const ADDRESS_FAMILIES = ["evm", "btc", "ltc", "doge", "dash", "bch", "tron", "sol", "ton", "xmr"] as const;

export type AddressFamily = (typeof ADDRESS_FAMILIES)[number];

/**
 * Whether whoever sends on these chains is an account, which receives under the same address what
 * is sent back to it. Elsewhere the address of a coin that was spent is one of many that a wallet,
 * or an exchange for all of its customers, may never look at again; Monero tells none.
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
 * Whether the sender of a transfer on this chain may be an account that money can be sent back to.
 */
export function areSendersAccounts(family: AddressFamily): boolean {
  return ACCOUNTS[family];
}

/**
 * Segwit's and CashAddr's texts name their network, and then their kind by one letter; addresses of
 * the EVM family begin alike.
 */
const COMMON = /^(?:0x|(?:bc|ltc)1[qp]?|bitcoincash:[qp]?)/;

/**
 * What an address shares with all others of its network and kind: nobody knows it by that. Pure,
 * and safe for the browser.
 */
export function commonStart(address: string): string {
  return COMMON.exec(address)?.[0] ?? "";
}
