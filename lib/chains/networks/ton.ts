import { BITGO, TONKEEPER } from "@/lib/chains/networks/families";
import type { NetworkRecord } from "@/lib/chains/networks/network-record";

export const ton: NetworkRecord = {
  code: "ton",
  name: "TON",
  family: "ton",
  kind: "expiring",
  tokenStandard: "Jetton",
  chainId: null,
  native: { currency: "TON", decimals: 9, withdrawal: { fee: "0.02", minimum: "0.2", source: "estimate 2026-11" } },
  tokens: [
    {
      currency: "USDT",
      contract: "EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs",
      decimals: 6,
      sources: [
        "https://docs.ton.org/llms/applications/appkit/howto/send-jettons/content.md",
        `${BITGO}coins/jettonTokens.ts`,
      ],
      withdrawal: { fee: "0.5", minimum: "10", source: "estimate 2026-11" },
    },
    {
      // Only one list gives its decimals, so it is not reviewed and never offered.
      currency: "HMSTR",
      contract: "EQAJ8uWd7EBqsmpSWaRdf_I-8R8-XHwh3gsNKhy-UrdrPcUo",
      decimals: 9,
      sources: [`${TONKEEPER}HMSTR.yaml`],
      withdrawal: null,
    },
  ],
  confirmations: {
    usual: 1,
    least: 1,
    why: "Cryptopay: 1; a masterchain block is final",
  },
  blockSeconds: 5,
  lagLimitSeconds: 60,
  explorer: {
    transaction: "https://tonviewer.com/transaction/{txid}",
    address: "https://tonviewer.com/{address}",
  },
  wallet: null,
  stablePayoutFee: "0.2",
  hasMemo: true,
  hasPriority: false,
  sortOrder: 55,
  exchangeNames: ["TON", "Toncoin", "The Open Network"],
  sandbox: { isDefault: true },
  guide: {
    node: "toncenter's HTTP API",
    sandbox: "an emulator over @ton/sandbox",
    testedAgainst: "the real TVM (@ton/sandbox) in the emulator",
    urls: ["https://toncenter.com/?api_key=KEY"],
    urlComment: ["toncenter's API, versions 2 and 3, under one base URL."],
  },
};
