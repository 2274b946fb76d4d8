import { describeChainDriver } from "@/lib/chains/driver.contract";
import { makeSolanaRig } from "@/lib/chains/solana/testing/solana-rig";

describeChainDriver(
  "Solana on the sandbox node",
  ["memos", "range limits", "reorganisations", "replacements", "several outputs", "sightings", "status of sightings"],
  makeSolanaRig,
);
