import { expect, it } from "vitest";
import { type ChainNeed, itNeeds, present } from "@/lib/chains/contract/needs";
import { type ChainRig, NATIVE } from "@/lib/chains/contract/rig";
import { matching, named, never, scanFrom, theOnly } from "@/lib/chains/contract/steps";
import { ChainIdentityError, ChainInconsistentError } from "@/lib/chains/errors";

/** Guarantees of every driver about the chain itself. */
export function itReadsTheChain(rig: () => ChainRig, missing: readonly ChainNeed[]): void {
  it("identifies its chain, and rejects a node of another", async () => {
    const { driver, misconfigured, abilities } = rig();
    const { genesisHash } = await driver.identify(never());
    if (abilities.genesisBlock) expect((await driver.blockAt(0, never()))?.hash).toBe(genesisHash);
    expect(await driver.identify(never())).toEqual({ genesisHash });
    await expect(misconfigured.identify(never())).rejects.toThrow(ChainIdentityError);
    await expect(misconfigured.head(never())).rejects.toThrow(ChainIdentityError);
  });

  it("links growing blocks by their parents and has none above the head", async () => {
    const { driver, mine } = rig();
    const before = await driver.head(never());
    await mine(3);
    const head = await driver.head(never());
    expect(head.height).toBe(before.height + 3);
    const { blocks } = await scanFrom(driver, before.height + 1, []);
    expect(blocks.map(({ parentHash }) => parentHash)).toEqual(
      [before, ...blocks.slice(0, -1)].map(({ hash }) => hash),
    );
    expect(blocks.at(-1)).toEqual(head);
    expect(await driver.blockAt(head.height + 1, never())).toBeNull();
  });

  it("refuses to scan blocks that the node does not have yet", async () => {
    const { driver } = rig();
    const { height } = await driver.head(never());
    const range = { fromHeight: height, toHeight: height + 5, match: matching([]) };
    await expect(driver.scan(range, never())).rejects.toThrow(ChainInconsistentError);
  });

  itNeeds("range limits", missing, "halves a range that the node refuses", async () => {
    const { driver, createOwner, pay, mine, amounts } = rig();
    const limitRange = present(rig().limitRange);
    const to = await createOwner();
    const before = await driver.head(never());
    const paid = [1n, 2n, 3n].map((count) => count * amounts.scale);
    for (const units of paid) {
      await pay([{ to, asset: NATIVE, units }]);
      await mine(4);
    }
    limitRange(3);
    try {
      const { blocks, transfers } = await scanFrom(driver, before.height + 1, [to]);
      expect(blocks).toHaveLength(12);
      expect(transfers.map(({ units }) => units)).toEqual(paid);
    } finally {
      limitRange(null);
    }
  });

  it("stops at once when the caller aborts, and does not blame a node for the caller's own failure", async () => {
    const { driver, createOwner, pay, mine, amounts } = rig();
    const reason = new Error("the worker stops");
    await expect(driver.head(AbortSignal.abort(reason))).rejects.toBe(reason);
    const to = await createOwner();
    await pay([{ to, asset: NATIVE, units: amounts.scale }]);
    await mine(1);
    const failure = new Error("the database is gone");
    const { height } = await driver.head(never());
    const match = async () => {
      throw failure;
    };
    await expect(driver.scan({ fromHeight: height, toHeight: height, match }, never())).rejects.toBe(failure);
    expect(driver.nodeHealth().every(({ healthy }) => healthy)).toBe(true);
  });
}

/** Reorganisations are detected by hash, never by a node's claim. */
export function itSurvivesReorganisations(rig: () => ChainRig, missing: readonly ChainNeed[]): void {
  itNeeds(
    "reorganisations",
    missing,
    "shows another hash at a height whose block was replaced, and forgets its transactions",
    async () => {
      const { driver, createOwner, pay, mine, amounts } = rig();
      const reorganise = present(rig().reorganise);
      const to = await createOwner();
      const before = await driver.head(never());
      const transactionId = await pay([{ to, asset: NATIVE, units: 8n * amounts.scale }]);
      await mine(2);
      const stale = await scanFrom(driver, before.height + 1, [to]);
      expect(stale.transfers).toHaveLength(1);
      await reorganise(2, []);
      const fresh = await scanFrom(driver, before.height + 1, [to]);
      expect(fresh.blocks[0]?.parentHash).toBe(before.hash);
      expect(fresh.blocks[0]?.hash).not.toBe(stale.blocks[0]?.hash);
      expect(fresh.transfers).toEqual([]);
      expect((await driver.transactionStatus(named(transactionId), never())).state).not.toBe("included");
      const answers = await driver.blockAtByEach(before.height + 1, never());
      expect(answers).toHaveLength(driver.nodeHealth().length);
      expect(answers[0]?.answer?.block?.hash).toBe(fresh.blocks[0]?.hash);
    },
  );

  itNeeds("reorganisations", missing, "reports a re-included transfer with its id, in another block", async () => {
    const { driver, createOwner, pay, mine, token, amounts } = rig();
    const reorganise = present(rig().reorganise);
    const to = await createOwner();
    const before = await driver.head(never());
    const transactionId = await pay([{ to, asset: token?.asset ?? NATIVE, units: 8n * amounts.scale }]);
    await mine(2);
    const first = theOnly((await scanFrom(driver, before.height + 1, [to])).transfers);
    await reorganise(2, [named(transactionId)]);
    const again = theOnly((await scanFrom(driver, before.height + 1, [to])).transfers);
    expect(again.block?.hash).not.toBe(first.block?.hash);
    expect({ ...again, block: null }).toEqual({ ...first, block: null });
  });
}
