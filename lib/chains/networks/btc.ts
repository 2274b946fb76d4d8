import { COINS } from "@/lib/chains/networks/families";
import type { NetworkRecord } from "@/lib/chains/networks/network-record";

export const btc: NetworkRecord = {
  ...COINS,
  code: "btc",
  name: "Bitcoin",
  family: "btc",
  native: { currency: "BTC", decimals: 8, withdrawal: { fee: "0.0001", minimum: "0.0005", source: "guides 2026-06" } },
  confirmations: {
    usual: 2,
    least: 2,
    why: "BVNK and [OxaPay](https://docs.oxapay.com/api-reference/common/supported-currencies): 2; 3 to 6 for large amounts (Cryptopay)",
  },
  blockSeconds: 600,
  lagLimitSeconds: 10800,
  explorer: {
    transaction: "https://mempool.space/tx/{txid}",
    address: "https://mempool.space/address/{address}",
  },
  dustLimit: "0.00000546",
  hasPriority: true,
  sortOrder: 40,
  exchangeNames: ["BTC", "Bitcoin", "Bitcoin (SegWit)"],
  sandbox: { isDefault: true },
  guide: {
    node: "Bitcoin Core",
    sandbox: "litecoind, if installed",
    testedAgainst: "litecoind 0.21.2.1, a regression test chain",
    urls: ["http://user:password@10.0.0.5:8332"],
    urlComment: ["The chain's own node with txindex=1 and JSON-RPC batches; its wallet is not used."],
  },
};
