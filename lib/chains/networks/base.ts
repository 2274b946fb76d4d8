import { OP_STACK } from "@/lib/chains/networks/families";
import type { NetworkRecord } from "@/lib/chains/networks/network-record";

export const base: NetworkRecord = {
  ...OP_STACK,
  code: "base",
  name: "Base",
  chainId: 8453n,
  native: {
    currency: "ETH",
    decimals: 18,
    withdrawal: { fee: "0.0001", minimum: "0.001", source: "estimate 2026-11" },
  },
  tokens: [
    {
      currency: "USDC",
      contract: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
      decimals: 6,
      // Read in November 2026; Circle's own documentation names the same address.
      sources: [
        "https://github.com/bgd-labs/aave-address-book/blob/84f98485bf57a6b9b30a61e183eed1ad019ccfb6/src/ts/AaveV3Base.ts",
        "https://github.com/Uniswap/default-token-list/blob/2d66f4899c6047eaa2a0c813e29241fe121f98e3/src/tokens/base.json",
      ],
      withdrawal: { fee: "0.5", minimum: "10", source: "estimate 2026-11" },
    },
  ],
  confirmations: {
    usual: 30,
    least: 15,
    why: "BVNK: 10; 30 blocks take a minute, confirmed by the sequencer only. A block is [final](https://docs.base.org/base-chain/network-information/transaction-finality) with the block of Ethereum that contains its data: [Circle](https://developers.circle.com/gateway/references/supported-blockchains) waits 13 to 19 minutes for about 65 of these. Set 500 if single payments are large",
  },
  explorer: {
    transaction: "https://basescan.org/tx/{txid}",
    address: "https://basescan.org/address/{address}",
  },
  wallet: { coinName: "Ether", rpcUrl: "https://mainnet.base.org" },
  stablePayoutFee: "0.01",
  sortOrder: 65,
  exchangeNames: ["Base", "BASE", "Base Mainnet"],
  sandbox: { isDefault: false, tokens: ["USDC"] },
  guide: {
    ...OP_STACK.guide,
    urls: ["https://base.one.example/key"],
    differs:
      "OP stack. USDC is the token issued by Circle; its bridged form `USDbC` is another token. USDT is not offered: it only exists in a bridged form, which only one of the reviewed lists contains.",
  },
};
