import { AAVE, BITGO, EVM } from "@/lib/chains/networks/families";
import type { NetworkRecord } from "@/lib/chains/networks/network-record";

export const avalanche: NetworkRecord = {
  ...EVM,
  code: "avalanche",
  name: "Avalanche C-Chain",
  chainId: 43114n,
  native: { currency: "AVAX", decimals: 18, withdrawal: { fee: "0.008", minimum: "0.1", source: "listing 2023-07" } },
  tokens: [
    {
      currency: "USDT",
      contract: "0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7",
      decimals: 6,
      sources: [`${AAVE}Avalanche.ts`, `${BITGO}coins/avaxTokens.ts`],
      withdrawal: { fee: "1", minimum: "10", source: "guides 2026-06" },
    },
    {
      currency: "USDC",
      contract: "0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E",
      decimals: 6,
      sources: [`${AAVE}Avalanche.ts`, `${BITGO}coins/avaxTokens.ts`],
      withdrawal: { fee: "1", minimum: "10", source: "listing 2023-07" },
    },
  ],
  confirmations: {
    usual: 2,
    least: 1,
    why: "nodes only show accepted blocks, and an accepted block is final; the second one protects against a faulty node",
  },
  blockSeconds: 2,
  lagLimitSeconds: 120,
  explorer: {
    transaction: "https://snowtrace.io/tx/{txid}",
    address: "https://snowtrace.io/address/{address}",
  },
  wallet: { coinName: "Avalanche", rpcUrl: "https://api.avax.network/ext/bc/C/rpc" },
  stablePayoutFee: "0.1",
  hasPriority: false,
  sortOrder: 80,
  exchangeNames: ["AVAX C-Chain", "AVAXC", "Avalanche C-Chain"],
  sandbox: { isDefault: true, tokens: ["USDT", "USDC"] },
  guide: {
    ...EVM.guide,
    urls: ["https://avalanche.one.example/ext/bc/C/rpc"],
    differs:
      "Nodes only show accepted blocks. The node's path is `/ext/bc/C/rpc`. The symbol of USDT is `USDt` here. Priority is not applied.",
  },
};
