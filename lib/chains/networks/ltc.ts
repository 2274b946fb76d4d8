import { COINS } from "@/lib/chains/networks/families";
import type { NetworkRecord } from "@/lib/chains/networks/network-record";

export const ltc: NetworkRecord = {
  ...COINS,
  code: "ltc",
  name: "Litecoin",
  family: "ltc",
  native: { currency: "LTC", decimals: 8, withdrawal: { fee: "0.001", minimum: "0.002", source: "listing 2023-07" } },
  confirmations: {
    usual: 6,
    least: 3,
    why: "Cryptopay's figure for large amounts, 15 minutes",
  },
  blockSeconds: 150,
  lagLimitSeconds: 3600,
  explorer: {
    transaction: "https://litecoinspace.org/tx/{txid}",
    address: "https://litecoinspace.org/address/{address}",
  },
  dustLimit: "0.0000546",
  hasPriority: false,
  sortOrder: 90,
  exchangeNames: ["LTC", "Litecoin"],
  sandbox: { isDefault: true },
  guide: {
    node: "Litecoin Core",
    sandbox: "litecoind, if installed",
    testedAgainst: "litecoind 0.21.2.1, its real node, on a regression test chain",
    urls: ["http://user:password@10.0.0.5:9332"],
  },
};
