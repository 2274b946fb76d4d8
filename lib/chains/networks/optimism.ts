import { OP_STACK } from "@/lib/chains/networks/families";
import type { NetworkRecord } from "@/lib/chains/networks/network-record";

export const optimism: NetworkRecord = {
  ...OP_STACK,
  code: "optimism",
  name: "OP Mainnet",
  chainId: 10n,
  native: {
    currency: "ETH",
    decimals: 18,
    withdrawal: { fee: "0.0001", minimum: "0.001", source: "estimate 2026-11" },
  },
  // Read in November 2026.
  tokens: [
    {
      currency: "USDT",
      contract: "0x94b008aA00579c1307B0EF2c499aD98a8ce58e58",
      decimals: 6,
      sources: [
        "https://github.com/bgd-labs/aave-address-book/blob/005ad2e852d0daf3e8471ff301dd2c37f3b8e1cc/src/ts/AaveV3Optimism.ts",
        "https://github.com/ethereum-optimism/ethereum-optimism.github.io/blob/fd29265ac29b1300936f0d454d03de4f5e8eaaf7/data/USDT/data.json",
      ],
      withdrawal: { fee: "0.5", minimum: "10", source: "estimate 2026-11" },
    },
    {
      currency: "USDC",
      contract: "0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85",
      decimals: 6,
      sources: [
        "https://github.com/Uniswap/default-token-list/blob/11b808e5119db294cf0916ef5957e7f3e57ca614/src/tokens/optimism.json",
        "https://github.com/CoinSpace/crypto-db/blob/99cdf70ce40e9d50cd9f75c1c1d61088cd9207e3/crypto/usd-coin@optimism.json",
      ],
      withdrawal: { fee: "0.5", minimum: "10", source: "estimate 2026-11" },
    },
  ],
  confirmations: {
    usual: 30,
    least: 15,
    why: "as on Base, which has the same software and pace: a minute, confirmed by the sequencer only; final on Ethereum later (Circle waits 13 to 19 minutes)",
  },
  explorer: {
    transaction: "https://optimistic.etherscan.io/tx/{txid}",
    address: "https://optimistic.etherscan.io/address/{address}",
  },
  wallet: { coinName: "Ether", rpcUrl: "https://mainnet.optimism.io" },
  stablePayoutFee: "0.01",
  sortOrder: 75,
  exchangeNames: ["Optimism", "OP", "OP Mainnet"],
  sandbox: { isDefault: false, tokens: ["USDT", "USDC"] },
  guide: {
    ...OP_STACK.guide,
    urls: ["https://optimism.one.example/key"],
    differs:
      "OP stack. USDT is the token of the chain's own bridge; `USDT0` has another address, is another token and is not accepted. USDC is the token issued by Circle, not `USDC.e`.",
  },
};
