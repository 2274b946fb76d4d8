/** What the networks have in common whose transactions spend coins. */
export const COINS = {
  kind: "coins",
  tokenStandard: null,
  chainId: null,
  tokens: [],
  wallet: null,
  hasMemo: false,
} as const;

/** What the networks of the EVM family have in common. */
export const EVM = {
  family: "evm",
  kind: "nonce",
  tokenStandard: "ERC-20",
  hasMemo: false,
  guide: {
    node: "Ethereum JSON-RPC",
    sandbox: "anvil",
    testedAgainst: "anvil, a real EVM node, with tokens of our own",
  },
} as const;

/** What the networks of the OP stack have in common: its pace, and a fee for data on Ethereum. */
export const OP_STACK = {
  ...EVM,
  dataFee: "op-stack",
  blockSeconds: 2,
  lagLimitSeconds: 120,
  // The sequencer takes what pays its price within a block or two.
  hasPriority: false,
  guide: {
    ...EVM.guide,
    sandbox: "anvil, if asked for; data costs nothing there",
    testedAgainst:
      "anvil in its optimism mode, which charges for data, with a GasPriceOracle and receipts of our own; no node of the network",
  },
} as const;
