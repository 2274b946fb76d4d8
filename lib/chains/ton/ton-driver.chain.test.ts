import { describeChainDriver } from "@/lib/chains/contract/driver.contract";
import { makeTonRig } from "@/lib/chains/ton/testing/ton-rig";

describeChainDriver(
  "TON, contracts in the real TVM behind toncenter's API",
  [
    "memos",
    "pending transfers",
    "range limits",
    "reorganisations",
    "replacements",
    "several outputs",
    "status of pending transfers",
  ],
  makeTonRig,
);
