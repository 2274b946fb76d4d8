import { base } from "@/lib/chains/networks/base";
import { describeNetwork } from "@/lib/chains/networks/testing/describe-network";

// docs.base.org for the chain id, developers.circle.com for USDC, EIP-681 for the codes.
describeNetwork(base, {
  chainId: 8453n,
  address: "0x52908400098527886E0F7030069857D2E4169EE7",
  coins: {
    ETH: {
      contract: null,
      decimals: 18,
      units: 18_600_000_000_000_000n,
      uri: "ethereum:0x52908400098527886E0F7030069857D2E4169EE7@8453?value=18600000000000000",
    },
    USDC: {
      contract: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
      decimals: 6,
      units: 25_050_000n,
      uri: "ethereum:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913@8453/transfer?address=0x52908400098527886E0F7030069857D2E4169EE7&uint256=25050000",
    },
  },
});
