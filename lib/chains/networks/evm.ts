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
