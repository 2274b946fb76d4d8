import { describeChainDriver } from "@/lib/chains/contract/driver.contract";
import { makeTronRig } from "@/lib/chains/tron/testing/tron-rig";

describeChainDriver(
  "TRON, on the emulator",
  ["memos", "replacements", "several outputs", "sightings", "status of sightings", "zero transfers"],
  makeTronRig,
);
