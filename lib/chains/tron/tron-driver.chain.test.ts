import { describeChainDriver } from "@/lib/chains/contract/driver.contract";
import { makeTronRig } from "@/lib/chains/tron/testing/tron-rig";

describeChainDriver(
  "TRON, on the emulator",
  ["memos", "pending transfers", "replacements", "several outputs", "status of pending transfers", "zero transfers"],
  makeTronRig,
);
