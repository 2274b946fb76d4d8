/** Properties shared by the networks whose transactions spend coins. */
export const COINS = {
  kind: "coins",
  tokenStandard: null,
  chainId: null,
  tokens: [],
  wallet: null,
  hasMemo: false,
} as const;

/** Properties shared by the networks of the EVM family. */
export const EVM = {
  family: "evm",
  kind: "nonce",
  tokenStandard: "ERC-20",
  hasMemo: false,
  guide: {
    node: "Ethereum JSON-RPC",
    sandbox: "anvil",
    testedAgainst: "anvil, a real EVM node, with test tokens",
  },
} as const;

/** Properties shared by OP Stack networks: their block time, and a fee for data on Ethereum. */
export const OP_STACK = {
  ...EVM,
  dataFee: "op-stack",
  blockSeconds: 2,
  lagLimitSeconds: 120,
  // The sequencer includes whatever pays its price within a block or two.
  hasPriority: false,
  guide: {
    ...EVM.guide,
    sandbox: "anvil, if requested; data is free there",
    testedAgainst:
      "anvil in its optimism mode, which charges for data, with a test GasPriceOracle and added receipt fields; no node of the network",
  },
} as const;

/**
 * The lists from which contracts were read in August 2026, each pinned to the commit that was read.
 * Community lists that anybody may edit were not used: one of them gave 16 decimals for USDT on BNB
 * Smart Chain, where it has 18. A network that was read later names its own commits.
 */
export const AAVE =
  "https://github.com/bgd-labs/aave-address-book/blob/f61c97628307d387ca93a78578970fe6db885029/src/ts/AaveV3";
export const BITGO =
  "https://github.com/BitGo/BitGoJS/blob/d91999cd637edc2503b96c4d02d710588ee91ef7/modules/statics/src/";
export const UNISWAP =
  "https://github.com/Uniswap/default-token-list/blob/49f39bd7e83fbf311c5ffa3e153d4ad146a60214/src/tokens/";
export const PANCAKE = "https://github.com/pancakeswap/token-list/blob/e7ba44e2cf42ee74f6a737b03d7b4f3578684eee/lists/";
export const SUSHI =
  "https://github.com/sushiswap/list/blob/088f54740a1b82882bdcc33e311988fdc8f2c8e1/lists/token-lists/default-token-list/tokens/";
export const METAMASK = "https://github.com/MetaMask/contract-metadata/blob/6a49430b69d22c74ee652905d88bb0ba35e75476/";
export const COIN_WALLET =
  "https://github.com/CoinSpace/crypto-db/blob/e456b21f26a53c3c370c573e6f654c0839571ff4/crypto/";
export const TONKEEPER =
  "https://github.com/tonkeeper/ton-assets/blob/08f877ccf9c4d7cafb03a419677d69f503ee0919/jettons/";
