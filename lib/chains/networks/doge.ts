import { COINS } from "@/lib/chains/networks/families";
import type { NetworkRecord } from "@/lib/chains/networks/network-record";

export const doge: NetworkRecord = {
  ...COINS,
  code: "doge",
  name: "Dogecoin",
  family: "doge",
  native: { currency: "DOGE", decimals: 8, withdrawal: { fee: "4", minimum: "20", source: "listing 2023-07" } },
  confirmations: {
    usual: 40,
    least: 20,
    why: "[Kraken](https://support.kraken.com/hc/zh-cn/articles/203325283-Cryptocurrency-deposit-processing-times): 40; Cryptopay 33 to 55",
  },
  blockSeconds: 60,
  lagLimitSeconds: 1800,
  explorer: {
    transaction: "https://blockchair.com/dogecoin/transaction/{txid}",
    address: "https://blockchair.com/dogecoin/address/{address}",
  },
  dustLimit: "0.01",
  hasPriority: false,
  sortOrder: 100,
  exchangeNames: ["DOGE", "Dogecoin"],
  sandbox: null,
  guide: {
    node: "Dogecoin Core",
    sandbox: "none",
    testedAgainst: "litecoind, by scripts, fees and signatures",
    urls: ["http://user:password@10.0.0.5:22555"],
  },
};
