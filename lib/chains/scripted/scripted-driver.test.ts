import { expect, it } from "vitest";
import { CHAIN_SHAPES } from "@/lib/chains/contract/shape";
import { describeChainDriver, listShapesRun } from "@/lib/chains/driver.contract";
import { makeScriptedRig } from "@/lib/chains/scripted/testing/scripted-rig";

for (const shape of CHAIN_SHAPES) {
  describeChainDriver(`scripted, ${shape}`, () => makeScriptedRig(shape));
}

it("ran the suite over all four shapes", () => {
  expect(listShapesRun()).toEqual([...CHAIN_SHAPES].sort());
});
