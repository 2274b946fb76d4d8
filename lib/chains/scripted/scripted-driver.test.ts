import { expect, it } from "vitest";
import { describeChainDriver, listShapesRun } from "@/lib/chains/contract/driver.contract";
import type { ChainNeed } from "@/lib/chains/contract/needs";
import { CHAIN_SHAPES, type ChainShape } from "@/lib/chains/contract/shape";
import { makeScriptedRig } from "@/lib/chains/scripted/testing/scripted-rig";

const MISSING: Readonly<Record<ChainShape, readonly ChainNeed[]>> = {
  "nonce-account": ["expiry", "memos", "several outputs", "status of pending transfers"],
  coins: ["expiry", "failed transactions", "memos", "tokens"],
  expiring: ["memos", "replacements", "several outputs", "status of pending transfers"],
  "shared-memo": ["expiry", "several outputs", "status of pending transfers"],
};

for (const shape of CHAIN_SHAPES) {
  describeChainDriver(`scripted, ${shape}`, MISSING[shape], () => makeScriptedRig(shape));
}

it("has run the suite over all four shapes", () => {
  expect(listShapesRun()).toEqual([...CHAIN_SHAPES].sort());
});
