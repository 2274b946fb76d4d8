import { AAVE, BITGO, EVM } from "@/lib/chains/networks/families";
import type { NetworkRecord } from "@/lib/chains/networks/network-record";

export const arbitrum: NetworkRecord = {
  ...EVM,
  code: "arbitrum",
  name: "Arbitrum One",
  chainId: 42161n,
  native: { currency: "ETH", decimals: 18, withdrawal: { fee: "0.0001", minimum: "0.001", source: "guides 2026-06" } },
  tokens: [
    {
      currency: "USDT",
      contract: "0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9",
      decimals: 6,
      sources: [`${AAVE}Arbitrum.ts`, `${BITGO}allCoinsAndTokens.ts`],
      withdrawal: { fee: "0.5", minimum: "10", source: "guides 2026-06" },
    },
    {
      currency: "USDC",
      contract: "0xaf88d065e77c8cC2239327C5EDb3A432268e5831",
      decimals: 6,
      sources: [`${AAVE}Arbitrum.ts`, `${BITGO}allCoinsAndTokens.ts`],
      withdrawal: { fee: "0.5", minimum: "10", source: "estimate 2026-11" },
    },
  ],
  confirmations: {
    usual: 64,
    least: 32,
    why: "[Layer1](https://docs.layer1.com/docs/supported-assets-and-protocols): 64; Cryptopay 30. At about four blocks a second that is 16 s. Until it is final on Ethereum, a block is only confirmed by the sequencer",
  },
  blockSeconds: 1,
  lagLimitSeconds: 120,
  explorer: {
    transaction: "https://arbiscan.io/tx/{txid}",
    address: "https://arbiscan.io/address/{address}",
  },
  wallet: { coinName: "Ether", rpcUrl: "https://arb1.arbitrum.io/rpc" },
  stablePayoutFee: "0.1",
  hasPriority: false,
  sortOrder: 70,
  exchangeNames: ["Arbitrum One", "ARBITRUM", "ARBONE"],
  sandbox: { isDefault: true, tokens: ["USDT", "USDC"] },
  guide: {
    ...EVM.guide,
    testedAgainst: `${EVM.guide.testedAgainst}; not its own fees and blocks`,
    urls: ["https://arbitrum.one.example/key"],
    differs:
      "A confirmed block is only confirmed by the sequencer; it becomes final on Ethereum later. The gas estimate of its nodes includes the cost of data on Ethereum. Priority is not applied: its sequencer processes transactions in order. Nothing specific to it was tested except the chain id.",
  },
};
