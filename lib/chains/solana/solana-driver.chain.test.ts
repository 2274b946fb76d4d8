import { describeChainDriver } from "@/lib/chains/contract/driver.contract";
import { makeSolanaRig } from "@/lib/chains/solana/testing/solana-rig";

describeChainDriver(
  "Solana, on the emulator",
  [
    "memos",
    "pending transfers",
    "range limits",
    "reorganisations",
    "replacements",
    "several outputs",
    "status of pending transfers",
  ],
  makeSolanaRig,
);
