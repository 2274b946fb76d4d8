import { describeChainDriver } from "@/lib/chains/driver.contract";
import { makeTronRig } from "@/lib/chains/tron/testing/tron-rig";

describeChainDriver(
  "TRON, on the sandbox's node",
  ["memos", "replacements", "several outputs", "sightings", "status of sightings", "zero transfers"],
  makeTronRig,
);
