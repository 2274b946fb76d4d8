import { COINS } from "@/lib/chains/networks/families";
import type { NetworkRecord } from "@/lib/chains/networks/network-record";

export const dash: NetworkRecord = {
  ...COINS,
  code: "dash",
  name: "Dash",
  family: "dash",
  native: { currency: "DASH", decimals: 8, withdrawal: { fee: "0.002", minimum: "0.004", source: "listing 2023-07" } },
  confirmations: {
    usual: 2,
    least: 2,
    why: "Kraken: 2; ChainLocks make a block final",
  },
  blockSeconds: 158,
  lagLimitSeconds: 3600,
  explorer: {
    transaction: "https://blockchair.com/dash/transaction/{txid}",
    address: "https://blockchair.com/dash/address/{address}",
  },
  dustLimit: "0.0000546",
  hasPriority: false,
  sortOrder: 130,
  exchangeNames: ["DASH", "Dash"],
  sandbox: null,
  guide: {
    node: "Dash Core",
    sandbox: "none",
    testedAgainst: "litecoind, by scripts, fees and signatures",
    urls: ["http://user:password@10.0.0.5:9998"],
  },
};
