import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { itReadsTheChain, itSurvivesReorganisations } from "@/lib/chains/contract/chain-cases";
import { itFindsDeposits, itIgnoresWhatIsNoDeposit } from "@/lib/chains/contract/deposit-cases";
import { type ChainNeed, findMissing } from "@/lib/chains/contract/needs";
import type { ChainRig, MakeRig } from "@/lib/chains/contract/rig";
import { itNamesSenders } from "@/lib/chains/contract/sender-cases";
import type { ChainShape } from "@/lib/chains/contract/shape";
import { itPaysOut, itProvesWhatIsDead, itRefusesBadPayouts } from "@/lib/chains/contract/spending-cases";

const shapesRun = new Set<ChainShape>();

/**
 * Returns the shapes whose suite has run in this file so far; a file that covers several asserts
 * the list at its end.
 */
export function listShapesRun(): readonly ChainShape[] {
  return [...shapesRun].sort();
}

/**
 * Registers the contract suite that every driver must pass, on a rig that simulates its chain.
 * Cases that a chain cannot have (a failed transaction where invalid ones are never included) are
 * excluded by `missing`, which the rig must confirm.
 */
export function describeChainDriver(name: string, missing: readonly ChainNeed[], makeRig: MakeRig): void {
  describe(`chain driver: ${name}`, () => {
    let made: ChainRig | undefined;
    const rig = (): ChainRig => {
      if (made === undefined) throw new Error("the rig was not made");
      return made;
    };
    beforeAll(async () => {
      made = await makeRig();
      shapesRun.add(made.shape);
    });
    afterAll(() => made?.stop());

    it("lacks exactly the capabilities on its list", () => {
      expect(findMissing(rig())).toEqual(missing);
    });
    itReadsTheChain(rig, missing);
    itFindsDeposits(rig, missing);
    itIgnoresWhatIsNoDeposit(rig, missing);
    itNamesSenders(rig, missing);
    itSurvivesReorganisations(rig, missing);
    itPaysOut(rig, missing);
    itRefusesBadPayouts(rig, missing);
    itProvesWhatIsDead(rig, missing);
    itParsesAddresses(rig);
  });
}

function itParsesAddresses(rig: () => ChainRig): void {
  it("accepts only addresses of its own network, and gives each one canonical text", async () => {
    const { driver, addresses, createOwner } = rig();
    for (const [text, canonical] of addresses.valid) expect(driver.parseAddress(text)).toBe(canonical);
    for (const text of addresses.invalid) expect(driver.parseAddress(text)).toBeNull();
    const { address } = await createOwner();
    expect(driver.parseAddress(address)).toBe(address);
  });
}
