import { BITGO, UNISWAP } from "@/lib/chains/networks/families";
import type { NetworkRecord } from "@/lib/chains/networks/network-record";

export const sol: NetworkRecord = {
  code: "sol",
  name: "Solana",
  family: "sol",
  kind: "expiring",
  tokenStandard: "SPL",
  chainId: null,
  native: { currency: "SOL", decimals: 9, withdrawal: { fee: "0.008", minimum: "0.02", source: "listing 2023-07" } },
  tokens: [
    {
      currency: "USDT",
      contract: "Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB",
      decimals: 6,
      sources: [`${UNISWAP}solana.json`, `${BITGO}coins/solTokens.ts`],
      withdrawal: { fee: "1", minimum: "10", source: "guides 2026-06" },
    },
  ],
  confirmations: {
    usual: 32,
    least: 16,
    why: "Layer1: 32; a slot is finalized once 32 slots follow it",
  },
  blockSeconds: 1,
  lagLimitSeconds: 60,
  explorer: {
    transaction: "https://solscan.io/tx/{txid}",
    address: "https://solscan.io/account/{address}",
  },
  wallet: null,
  dustLimit: "0.00089088",
  stablePayoutFee: "0.2",
  hasMemo: false,
  hasPriority: false,
  sortOrder: 50,
  exchangeNames: ["Solana", "SOL", "SPL"],
  sandbox: { isDefault: true },
  guide: {
    node: "an RPC node",
    sandbox: "an emulator over litesvm",
    testedAgainst: "the network's own runtime (litesvm) in the emulator",
    urls: ["https://sol.one.example/?api-key=KEY"],
    urlComment: ["An RPC node with transaction history."],
  },
};
