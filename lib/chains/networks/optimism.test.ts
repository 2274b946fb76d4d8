import { optimism } from "@/lib/chains/networks/optimism";
import { describeNetwork } from "@/lib/chains/networks/testing/describe-network";

// docs.optimism.io for the chain id, the OP token list for USDT, developers.circle.com for USDC,
// EIP-681 for the codes.
describeNetwork(optimism, {
  chainId: 10n,
  address: "0x52908400098527886E0F7030069857D2E4169EE7",
  coins: {
    ETH: {
      contract: null,
      decimals: 18,
      units: 18_600_000_000_000_000n,
      uri: "ethereum:0x52908400098527886E0F7030069857D2E4169EE7@10?value=18600000000000000",
    },
    USDT: {
      contract: "0x94b008aA00579c1307B0EF2c499aD98a8ce58e58",
      decimals: 6,
      units: 25_050_000n,
      uri: "ethereum:0x94b008aA00579c1307B0EF2c499aD98a8ce58e58@10/transfer?address=0x52908400098527886E0F7030069857D2E4169EE7&uint256=25050000",
    },
    USDC: {
      contract: "0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85",
      decimals: 6,
      units: 25_050_000n,
      uri: "ethereum:0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85@10/transfer?address=0x52908400098527886E0F7030069857D2E4169EE7&uint256=25050000",
    },
  },
});
