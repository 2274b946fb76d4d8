import { AAVE, BITGO, COIN_WALLET, EVM, PANCAKE } from "@/lib/chains/networks/families";
import type { NetworkRecord } from "@/lib/chains/networks/network-record";

export const bsc: NetworkRecord = {
  ...EVM,
  code: "bsc",
  name: "BNB Smart Chain",
  tokenStandard: "BEP-20",
  chainId: 56n,
  native: { currency: "BNB", decimals: 18, withdrawal: { fee: "0.0005", minimum: "0.01", source: "guides 2026-06" } },
  tokens: [
    {
      currency: "USDT",
      contract: "0x55d398326f99059fF775485246999027B3197955",
      decimals: 18,
      sources: [`${AAVE}BNB.ts`, `${BITGO}coins/bscTokens.ts`],
      withdrawal: { fee: "0.3", minimum: "10", source: "guides 2026-06" },
    },
    {
      currency: "USDC",
      contract: "0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d",
      decimals: 18,
      sources: [`${AAVE}BNB.ts`, `${BITGO}coins/bscTokens.ts`],
      withdrawal: { fee: "0.3", minimum: "10", source: "listing 2023-07" },
    },
    {
      currency: "ETH",
      contract: "0x2170Ed0880ac9A755fd29B2688956BD959F933F8",
      decimals: 18,
      sources: [`${AAVE}BNB.ts`, `${BITGO}coins/bscTokens.ts`],
      withdrawal: { fee: "0.00006", minimum: "0.0002", source: "listing 2023-07" },
    },
    {
      currency: "DAI",
      contract: "0x1AF3F329e8BE154074D8769D1FFa4eE058B1DBc3",
      decimals: 18,
      sources: [`${PANCAKE}pancakeswap-default.json`, `${COIN_WALLET}dai@binance-smart-chain.json`],
      withdrawal: { fee: "0.8", minimum: "10", source: "listing 2023-07" },
    },
    {
      currency: "CGPT",
      contract: "0x9840652DC04fb9db2C43853633f0F62BE6f00f98",
      decimals: 18,
      sources: [`${PANCAKE}pancakeswap-extended.json`, `${BITGO}coins/bscTokens.ts`],
      withdrawal: null,
    },
  ],
  confirmations: {
    usual: 15,
    least: 8,
    why: "[Cryptopay](https://developers.cryptopay.me/introduction/confirmations): 15. According to its documentation a block is final at n+2 while [fast finality](https://docs.bnbchain.org/bnb-smart-chain/developers/json_rpc/bsc-api-list/) works; 15 covers a short outage of it",
  },
  blockSeconds: 1,
  lagLimitSeconds: 60,
  explorer: {
    transaction: "https://bscscan.com/tx/{txid}",
    address: "https://bscscan.com/address/{address}",
  },
  wallet: { coinName: "BNB", rpcUrl: "https://bsc-dataseed.bnbchain.org" },
  stablePayoutFee: "0.1",
  hasPriority: true,
  sortOrder: 20,
  exchangeNames: ["BEP20", "BSC", "BNB Smart Chain (BEP20)"],
  sandbox: { isDefault: true, tokens: ["USDT", "USDC"] },
  guide: {
    ...EVM.guide,
    urls: ["https://bsc.one.example/key"],
    differs: "USDT and USDC have 18 decimals here and 6 elsewhere. Priority levels are applied.",
  },
};
