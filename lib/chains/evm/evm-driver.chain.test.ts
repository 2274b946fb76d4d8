import { describeChainDriver } from "@/lib/chains/contract/driver.contract";
import type { ChainNeed } from "@/lib/chains/contract/needs";
import { makeEvmRig } from "@/lib/chains/evm/testing/evm-rig";

const MISSING: readonly ChainNeed[] = [
  "expiry",
  "memos",
  "pending transfers",
  "several outputs",
  "status of pending transfers",
];

describeChainDriver("EVM with EIP-1559 fees, on anvil", MISSING, () => makeEvmRig({ chainId: 137 }));

describeChainDriver("EVM with legacy gas prices, on anvil", MISSING, () =>
  makeEvmRig({ chainId: 56, flags: ["--hardfork", "istanbul"] }),
);

describeChainDriver("EVM of the OP stack, whose data costs beside gas, on anvil", MISSING, () =>
  makeEvmRig({ chainId: 8453, dataFee: "op-stack" }),
);
