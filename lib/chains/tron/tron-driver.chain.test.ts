import { describeChainDriver } from "@/lib/chains/contract/driver.contract";
import { makeTronRig } from "@/lib/chains/tron/testing/tron-rig";

describeChainDriver(
  "TRON, on the emulator",
  ["memos", "replacements", "several outputs", "pending transfers", "status of pending transfers", "zero transfers"],
  makeTronRig,
);
