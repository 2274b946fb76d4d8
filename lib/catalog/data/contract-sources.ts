/**
 * Where each mainnet contract was read: two sources that are kept by different people and name the address together with
 * its decimals. Links are pinned to the commit that was read. Community lists that anybody may add to were not used: one
 * of them gave 16 decimals for USDT on BNB Smart Chain, where it has 18.
 */
export type SourcedContract = {
  readonly currency: string;
  readonly network: string;
  /** Canonical text of the network's family: EIP-55, base58check, base58, friendly bounceable TON address. */
  readonly contract: string;
  /** What every source below gives for this address. */
  readonly decimals: number;
  readonly sources: readonly string[];
};

const AAVE =
  "https://github.com/bgd-labs/aave-address-book/blob/f61c97628307d387ca93a78578970fe6db885029/src/ts/AaveV3";
const BITGO = "https://github.com/BitGo/BitGoJS/blob/d91999cd637edc2503b96c4d02d710588ee91ef7/modules/statics/src/";
const UNISWAP =
  "https://github.com/Uniswap/default-token-list/blob/49f39bd7e83fbf311c5ffa3e153d4ad146a60214/src/tokens/";
const PANCAKE = "https://github.com/pancakeswap/token-list/blob/e7ba44e2cf42ee74f6a737b03d7b4f3578684eee/lists/";
const SUSHI =
  "https://github.com/sushiswap/list/blob/088f54740a1b82882bdcc33e311988fdc8f2c8e1/lists/token-lists/default-token-list/tokens/";
const METAMASK = "https://github.com/MetaMask/contract-metadata/blob/6a49430b69d22c74ee652905d88bb0ba35e75476/";
const COIN_WALLET = "https://github.com/CoinSpace/crypto-db/blob/e456b21f26a53c3c370c573e6f654c0839571ff4/crypto/";
const TONKEEPER = "https://github.com/tonkeeper/ton-assets/blob/08f877ccf9c4d7cafb03a419677d69f503ee0919/jettons/";

export const SOURCED_CONTRACTS: readonly SourcedContract[] = [
  sourced(
    "USDT",
    "eth",
    "0xdAC17F958D2ee523a2206206994597C13D831ec7",
    6,
    `${AAVE}Ethereum.ts`,
    `${BITGO}coins/erc20Coins.ts`,
  ),
  sourced(
    "USDC",
    "eth",
    "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
    6,
    `${AAVE}Ethereum.ts`,
    `${BITGO}coins/erc20Coins.ts`,
  ),
  sourced(
    "DAI",
    "eth",
    "0x6B175474E89094C44Da98b954EedeAC495271d0F",
    18,
    `${AAVE}Ethereum.ts`,
    `${UNISWAP}mainnet.json`,
  ),
  sourced(
    "SHIB",
    "eth",
    "0x95aD61b0a150d79219dCF64E1E6Cc01f0B64C4cE",
    18,
    `${UNISWAP}mainnet.json`,
    `${BITGO}coins/erc20Coins.ts`,
  ),
  sourced(
    "POL",
    "eth",
    "0x455e53CBB86018Ac2B8092FdCd39d8444aFFC3F6",
    18,
    `${UNISWAP}mainnet.json`,
    `${BITGO}coins/erc20Coins.ts`,
  ),
  sourced(
    "VERSE",
    "eth",
    "0x249cA82617eC3DfB2589c4c17ab7EC9765350a18",
    18,
    `${METAMASK}contract-map.json`,
    `${SUSHI}ethereum.json`,
  ),
  sourced(
    "USDT",
    "bsc",
    "0x55d398326f99059fF775485246999027B3197955",
    18,
    `${AAVE}BNB.ts`,
    `${BITGO}coins/bscTokens.ts`,
  ),
  sourced(
    "USDC",
    "bsc",
    "0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d",
    18,
    `${AAVE}BNB.ts`,
    `${BITGO}coins/bscTokens.ts`,
  ),
  sourced(
    "ETH",
    "bsc",
    "0x2170Ed0880ac9A755fd29B2688956BD959F933F8",
    18,
    `${AAVE}BNB.ts`,
    `${BITGO}coins/bscTokens.ts`,
  ),
  sourced(
    "DAI",
    "bsc",
    "0x1AF3F329e8BE154074D8769D1FFa4eE058B1DBc3",
    18,
    `${PANCAKE}pancakeswap-default.json`,
    `${COIN_WALLET}dai@binance-smart-chain.json`,
  ),
  sourced(
    "CGPT",
    "bsc",
    "0x9840652DC04fb9db2C43853633f0F62BE6f00f98",
    18,
    `${PANCAKE}pancakeswap-extended.json`,
    `${BITGO}coins/bscTokens.ts`,
  ),
  sourced(
    "USDT",
    "polygon",
    "0xc2132D05D31c914a87C6611C10748AEb04B58e8F",
    6,
    `${UNISWAP}polygon.json`,
    `${BITGO}coins/polygonTokens.ts`,
  ),
  sourced(
    "USDC",
    "polygon",
    "0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359",
    6,
    `${UNISWAP}polygon.json`,
    `${BITGO}coins/polygonTokens.ts`,
  ),
  sourced(
    "DAI",
    "polygon",
    "0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063",
    18,
    `${UNISWAP}polygon.json`,
    `${BITGO}coins/polygonTokens.ts`,
  ),
  sourced(
    "USDT",
    "arbitrum",
    "0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9",
    6,
    `${AAVE}Arbitrum.ts`,
    `${BITGO}allCoinsAndTokens.ts`,
  ),
  sourced(
    "USDC",
    "arbitrum",
    "0xaf88d065e77c8cC2239327C5EDb3A432268e5831",
    6,
    `${AAVE}Arbitrum.ts`,
    `${BITGO}allCoinsAndTokens.ts`,
  ),
  sourced(
    "USDT",
    "avalanche",
    "0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7",
    6,
    `${AAVE}Avalanche.ts`,
    `${BITGO}coins/avaxTokens.ts`,
  ),
  sourced(
    "USDC",
    "avalanche",
    "0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E",
    6,
    `${AAVE}Avalanche.ts`,
    `${BITGO}coins/avaxTokens.ts`,
  ),
  sourced(
    "USDT",
    "sol",
    "Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB",
    6,
    `${UNISWAP}solana.json`,
    `${BITGO}coins/solTokens.ts`,
  ),
  sourced(
    "USDT",
    "ton",
    "EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs",
    6,
    "https://docs.ton.org/llms/applications/appkit/howto/send-jettons/content.md",
    `${BITGO}coins/jettonTokens.ts`,
  ),
  // One list only gives its decimals, so it is not reviewed and never offered.
  sourced("HMSTR", "ton", "EQAJ8uWd7EBqsmpSWaRdf_I-8R8-XHwh3gsNKhy-UrdrPcUo", 9, `${TONKEEPER}HMSTR.yaml`),
  sourced(
    "USDT",
    "tron",
    "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
    6,
    `${BITGO}allCoinsAndTokens.ts`,
    `${COIN_WALLET}tether@tron.json`,
  ),
  sourced(
    "USDC",
    "tron",
    "TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8",
    6,
    `${BITGO}allCoinsAndTokens.ts`,
    `${COIN_WALLET}usd-coin@tron.json`,
  ),
];

/** How many sources of different keepers a contract needs before it is offered. */
export const SOURCES_NEEDED = 2;

function sourced(
  currency: string,
  network: string,
  contract: string,
  decimals: number,
  ...sources: readonly string[]
): SourcedContract {
  return { currency, network, contract, decimals, sources };
}
