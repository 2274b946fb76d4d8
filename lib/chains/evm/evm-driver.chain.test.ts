import { describeChainDriver } from "@/lib/chains/driver.contract";
import { makeEvmRig } from "@/lib/chains/evm/testing/evm-rig";

describeChainDriver("EVM with EIP-1559 fees, on anvil", () => makeEvmRig({ chainId: 137 }));

describeChainDriver("EVM with legacy gas prices, on anvil", () =>
  makeEvmRig({ chainId: 56, flags: ["--hardfork", "istanbul"] }),
);
