import { AAVE, BITGO, EVM, METAMASK, SUSHI, UNISWAP } from "@/lib/chains/networks/families";
import type { NetworkRecord } from "@/lib/chains/networks/network-record";

export const eth: NetworkRecord = {
  ...EVM,
  code: "eth",
  name: "Ethereum",
  chainId: 1n,
  native: { currency: "ETH", decimals: 18, withdrawal: { fee: "0.001", minimum: "0.005", source: "guides 2026-06" } },
  tokens: [
    {
      currency: "USDT",
      contract: "0xdAC17F958D2ee523a2206206994597C13D831ec7",
      decimals: 6,
      sources: [`${AAVE}Ethereum.ts`, `${BITGO}coins/erc20Coins.ts`],
      withdrawal: { fee: "5", minimum: "20", source: "guides 2026-06" },
    },
    {
      currency: "USDC",
      contract: "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
      decimals: 6,
      sources: [`${AAVE}Ethereum.ts`, `${BITGO}coins/erc20Coins.ts`],
      withdrawal: { fee: "5", minimum: "20", source: "listing 2023-07" },
    },
    {
      currency: "DAI",
      contract: "0x6B175474E89094C44Da98b954EedeAC495271d0F",
      decimals: 18,
      sources: [`${AAVE}Ethereum.ts`, `${UNISWAP}mainnet.json`],
      withdrawal: { fee: "5", minimum: "15", source: "listing 2023-07" },
    },
    {
      currency: "SHIB",
      contract: "0x95aD61b0a150d79219dCF64E1E6Cc01f0B64C4cE",
      decimals: 18,
      sources: [`${UNISWAP}mainnet.json`, `${BITGO}coins/erc20Coins.ts`],
      withdrawal: { fee: "400000", minimum: "800000", source: "listing 2023-07" },
    },
    {
      currency: "POL",
      contract: "0x455e53CBB86018Ac2B8092FdCd39d8444aFFC3F6",
      decimals: 18,
      sources: [`${UNISWAP}mainnet.json`, `${BITGO}coins/erc20Coins.ts`],
      withdrawal: { fee: "10", minimum: "20", source: "listing 2023-07" },
    },
    {
      currency: "VERSE",
      contract: "0x249cA82617eC3DfB2589c4c17ab7EC9765350a18",
      decimals: 18,
      sources: [`${METAMASK}contract-map.json`, `${SUSHI}ethereum.json`],
      withdrawal: null,
    },
  ],
  confirmations: {
    usual: 12,
    least: 6,
    why: "the usual figure of payment processors ([BVNK](https://docs.bvnk.com/docs/currencies-1): 12). Finality takes two epochs: set 64 if single payments are large",
  },
  blockSeconds: 12,
  lagLimitSeconds: 180,
  explorer: {
    transaction: "https://etherscan.io/tx/{txid}",
    address: "https://etherscan.io/address/{address}",
  },
  // Every wallet has it, and wallets refuse to add it.
  wallet: null,
  stablePayoutFee: "1",
  hasPriority: true,
  sortOrder: 30,
  exchangeNames: ["ERC20", "ETH", "Ethereum (ERC20)"],
  sandbox: { isDefault: true, tokens: ["USDT", "USDC"], silentTokens: ["USDT"] },
  guide: {
    ...EVM.guide,
    urls: ["https://rpc.one.example/key", "https://rpc.two.example/key"],
    urlComment: ["JSON-RPC of an EVM node or service; `user:password@` is basic authentication (Monero: digest)."],
    differs:
      "The number of confirmations is the usual one of payment processors; finality takes two epochs. All four priority levels are applied.",
  },
};
