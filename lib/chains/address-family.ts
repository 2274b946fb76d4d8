/**
 * A set of networks on which one address is the same account: every EVM network shares `evm`, each
 * other chain is a family of its own. Addresses are given out by family, never by network.
 */
export const ADDRESS_FAMILIES = ["evm", "btc", "ltc", "doge", "dash", "bch", "tron", "sol", "ton", "xmr"] as const;

export type AddressFamily = (typeof ADDRESS_FAMILIES)[number];
