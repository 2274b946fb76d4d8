/** What the networks have in common whose transactions spend coins. */
export const COINS = {
  kind: "coins",
  tokenStandard: null,
  chainId: null,
  tokens: [],
  wallet: null,
  hasMemo: false,
} as const;
