import { testPaymentsOn } from "./pay-on-network";

/**
 * One coin of each family. Its tokens, and the chains that another journey pays on:
 * every-chain.full.e2e.ts.
 */
testPaymentsOn([
  { coin: "BTC", network: "btc" },
  { coin: "TRX", network: "tron" },
  { coin: "SOL", network: "sol" },
  { coin: "TON", network: "ton" },
]);
