import { testPaidOn } from "./paid-on";

/** One coin of each family. Its tokens, and the chains that another journey pays on: every-chain.full.e2e.ts. */
testPaidOn([
  { coin: "BTC", network: "btc" },
  { coin: "TRX", network: "tron" },
  { coin: "SOL", network: "sol" },
  { coin: "TON", network: "ton" },
]);
