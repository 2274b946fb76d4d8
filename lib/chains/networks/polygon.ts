import { BITGO, EVM, UNISWAP } from "@/lib/chains/networks/families";
import type { NetworkRecord } from "@/lib/chains/networks/network-record";

export const polygon: NetworkRecord = {
  ...EVM,
  code: "polygon",
  name: "Polygon",
  chainId: 137n,
  native: { currency: "POL", decimals: 18, withdrawal: { fee: "0.1", minimum: "10", source: "listing 2023-07" } },
  tokens: [
    {
      currency: "USDT",
      contract: "0xc2132D05D31c914a87C6611C10748AEb04B58e8F",
      decimals: 6,
      sources: [`${UNISWAP}polygon.json`, `${BITGO}coins/polygonTokens.ts`],
      withdrawal: { fee: "0.2", minimum: "10", source: "guides 2026-06" },
    },
    {
      currency: "USDC",
      contract: "0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359",
      decimals: 6,
      sources: [`${UNISWAP}polygon.json`, `${BITGO}coins/polygonTokens.ts`],
      withdrawal: { fee: "1", minimum: "10", source: "listing 2023-07" },
    },
    {
      currency: "DAI",
      contract: "0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063",
      decimals: 18,
      sources: [`${UNISWAP}polygon.json`, `${BITGO}coins/polygonTokens.ts`],
      withdrawal: { fee: "1", minimum: "10", source: "listing 2023-07" },
    },
  ],
  confirmations: {
    usual: 64,
    least: 32,
    why: "[milestones](https://github.com/maticnetwork/Polygon-Improvement-Proposals/blob/main/PIPs/PIP-11.md) make blocks final; 64 blocks span several of them. Before milestones 127 was usual (Cryptopay still requires it)",
  },
  blockSeconds: 2,
  lagLimitSeconds: 90,
  explorer: {
    transaction: "https://polygonscan.com/tx/{txid}",
    address: "https://polygonscan.com/address/{address}",
  },
  wallet: { coinName: "POL", rpcUrl: "https://polygon-rpc.com" },
  // 25 gwei since 2023.
  tipFloorUnits: 25_000_000_000n,
  stablePayoutFee: "0.01",
  hasPriority: true,
  sortOrder: 60,
  exchangeNames: ["Polygon", "Polygon POS", "MATIC"],
  sandbox: { isDefault: true, tokens: ["USDT", "USDC"] },
  guide: {
    ...EVM.guide,
    urls: ["https://polygon.one.example/key"],
    differs:
      "Its nodes refuse a tip below 25 gwei, so the gateway never offers less. The symbol of USDT is `USDT0` here, which the catalog accepts. Logs without a listed transaction (state sync) are read as well. Priority levels are applied.",
  },
};
