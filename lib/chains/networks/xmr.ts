import { COINS } from "@/lib/chains/networks/families";
import type { NetworkRecord } from "@/lib/chains/networks/network-record";

export const xmr: NetworkRecord = {
  ...COINS,
  code: "xmr",
  name: "Monero",
  family: "xmr",
  native: { currency: "XMR", decimals: 12, withdrawal: { fee: "0.0001", minimum: "0.001", source: "listing 2023-07" } },
  confirmations: {
    usual: 10,
    least: 10,
    why: "consensus locks every output for 10 blocks, so it cannot be spent earlier",
  },
  blockSeconds: 120,
  lagLimitSeconds: 3600,
  explorer: {
    transaction: "https://xmrchain.net/tx/{txid}",
    address: "https://xmrchain.net/search?value={address}",
  },
  hasPriority: false,
  sortOrder: 110,
  exchangeNames: ["XMR", "Monero"],
  sandbox: { isDefault: false },
  guide: {
    node: "monerod with monero-wallet-rpc",
    sandbox: "both, if installed and requested",
    testedAgainst: "both, version 0.18.0.0, on a regression test chain",
    urls: [
      "http://user:password@127.0.0.1:18083/?daemon=http://127.0.0.1:18081&signer=http://user:password@127.0.0.1:18084",
    ],
    urlComment: ["The viewing wallet service, its daemon, and the spending wallet service (docs/networks.md)."],
  },
};
