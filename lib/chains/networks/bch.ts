import { COINS } from "@/lib/chains/networks/families";
import type { NetworkRecord } from "@/lib/chains/networks/network-record";

export const bch: NetworkRecord = {
  ...COINS,
  code: "bch",
  name: "Bitcoin Cash",
  family: "bch",
  native: { currency: "BCH", decimals: 8, withdrawal: { fee: "0.001", minimum: "0.002", source: "listing 2023-07" } },
  confirmations: {
    usual: 6,
    least: 3,
    why: "Cryptopay's figure for large amounts; Kraken required 15",
  },
  blockSeconds: 600,
  lagLimitSeconds: 10800,
  explorer: {
    transaction: "https://blockchair.com/bitcoin-cash/transaction/{txid}",
    address: "https://blockchair.com/bitcoin-cash/address/{address}",
  },
  dustLimit: "0.00000546",
  hasPriority: false,
  sortOrder: 120,
  exchangeNames: ["BCH", "Bitcoin Cash"],
  sandbox: null,
  guide: {
    node: "Bitcoin Cash Node",
    sandbox: "none",
    testedAgainst:
      "litecoind for reading; payouts on an in-memory chain that validates every input with libauth's virtual machine",
    urls: ["http://user:password@10.0.0.5:8332"],
  },
};
