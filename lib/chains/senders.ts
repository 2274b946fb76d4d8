import type { AddressFamily } from "@/lib/chains/address-family";

/**
 * Whether whoever sends on these chains is an account, which receives under the same address what is sent back to it. Elsewhere the address of
 * a coin that was spent is one of many that a wallet, or an exchange for all of its customers, may never look at again; Monero tells none.
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

/** Whether the sender of a transfer on this chain may be an account that money can be sent back to. */
export function areSendersAccounts(family: AddressFamily): boolean {
  return ACCOUNTS[family];
}
