import { BITGO, COIN_WALLET } from "@/lib/chains/networks/families";
import type { NetworkRecord } from "@/lib/chains/networks/network-record";

export const tron: NetworkRecord = {
  code: "tron",
  name: "TRON",
  family: "tron",
  kind: "expiring",
  tokenStandard: "TRC-20",
  chainId: null,
  native: { currency: "TRX", decimals: 6, withdrawal: { fee: "1", minimum: "15", source: "listing 2023-07" } },
  tokens: [
    {
      currency: "USDT",
      contract: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
      decimals: 6,
      sources: [`${BITGO}allCoinsAndTokens.ts`, `${COIN_WALLET}tether@tron.json`],
      withdrawal: { fee: "1", minimum: "10", source: "guides 2026-06" },
    },
    {
      currency: "USDC",
      contract: "TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8",
      decimals: 6,
      sources: [`${BITGO}allCoinsAndTokens.ts`, `${COIN_WALLET}usd-coin@tron.json`],
      withdrawal: { fee: "1", minimum: "10", source: "listing 2023-07" },
    },
  ],
  confirmations: {
    usual: 20,
    least: 10,
    why: "BVNK: 20; a block is solid once 19 of the 27 producers have built on it",
  },
  blockSeconds: 3,
  lagLimitSeconds: 60,
  explorer: {
    transaction: "https://tronscan.org/#/transaction/{txid}",
    address: "https://tronscan.org/#/address/{address}",
  },
  wallet: null,
  stablePayoutFee: "1",
  hasMemo: false,
  hasPriority: false,
  sortOrder: 10,
  exchangeNames: ["TRC20", "TRX", "Tron (TRC20)"],
  sandbox: { isDefault: true },
  guide: {
    node: "java-tron, its HTTP API",
    sandbox: "an emulator over anvil",
    testedAgainst: "the emulator; bytes from java-tron's documentation",
    urls: ["http://10.0.0.5:8090/?solidity=8091"],
    urlComment: [
      "java-tron's HTTP API; `solidity` is the port of walletsolidity/ if it differs. A service: ?apikey=KEY",
    ],
  },
};
