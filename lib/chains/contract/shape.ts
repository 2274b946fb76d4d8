/** The four kinds of chain that a gateway supports; each driver is one of them. */
export const CHAIN_SHAPES = ["nonce-account", "coins", "expiring", "shared-memo"] as const;
export type ChainShape = (typeof CHAIN_SHAPES)[number];
