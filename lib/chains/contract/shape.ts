/** The four forms a chain can have for a gateway; each driver is one of them. */
export const CHAIN_SHAPES = ["nonce-account", "coins", "expiring", "shared-memo"] as const;
export type ChainShape = (typeof CHAIN_SHAPES)[number];
