import { expect, it } from "vitest";
import { type ChainNeed, itNeeds, present } from "@/lib/chains/contract/needs";
import { type ChainRig, NATIVE } from "@/lib/chains/contract/rig";
import { buildPayout, matching, never, scanFrom, theOnly } from "@/lib/chains/contract/steps";

/** Guarantees of every driver about incoming money. */
export function itFindsDeposits(rig: () => ChainRig, missing: readonly ChainNeed[]): void {
  it("finds a native deposit with its sender's block, amount and transaction", async () => {
    const { driver, createOwner, pay, mine, amounts } = rig();
    const to = await createOwner();
    const before = await driver.head(never());
    const units = 12_345n * amounts.scale;
    const transactionId = await pay([{ to, asset: NATIVE, units }]);
    await mine(1);
    const head = await driver.head(never());
    const { blocks, transfers } = await scanFrom(driver, before.height + 1, [to]);
    expect(theOnly(transfers)).toMatchObject({ asset: NATIVE, units, to, block: head });
    if (transactionId !== null) expect(theOnly(transfers).transactionId).toBe(transactionId);
    expect(blocks).toEqual([head]);
  });

  itNeeds("tokens", missing, "finds a deposit of a listed token, and one of an unlisted token", async () => {
    const { driver, createOwner, pay, mine } = rig();
    const unknownToken = present(rig().unknownToken);
    const token = present(rig().token);
    const to = await createOwner();
    const before = await driver.head(never());
    await pay([{ to, asset: token.asset, units: 7n }]);
    await pay([{ to, asset: unknownToken, units: 9n }]);
    await mine(1);
    const { transfers } = await scanFrom(driver, before.height + 1, [to]);
    expect(transfers.map(({ asset, units }) => ({ asset, units }))).toEqual([
      { asset: token.asset, units: 7n },
      { asset: unknownToken, units: 9n },
    ]);
  });

  it("gives each output of one transaction its own position", async () => {
    const { driver, createOwner, pay, mine, token, amounts, abilities } = rig();
    const asset = token?.asset ?? NATIVE;
    const owners = [await createOwner(), await createOwner()];
    const before = await driver.head(never());
    const receivers = abilities.separateOutputs ? [...owners, ...owners] : owners;
    const payments = receivers.map((to, index) => ({
      to,
      asset,
      units: BigInt(index + 1) * amounts.scale,
    }));
    const transactionId = await pay(payments);
    await mine(1);
    const { transfers } = await scanFrom(driver, before.height + 1, owners);
    // Balances are in the order of accounts, not of payments.
    const found = abilities.separateOutputs
      ? transfers
      : transfers.toSorted((left, right) => (left.units < right.units ? -1 : 1));
    expect(found.map(({ units, to }) => ({ units, to }))).toEqual(payments.map(({ units, to }) => ({ units, to })));
    const names = transfers.map(({ transactionId: id, position }) => `${id} ${position}`);
    expect(new Set(names).size).toBe(payments.length);
    if (!abilities.sharedIds) return;
    expect(new Set(transfers.map((transfer) => transfer.transactionId))).toEqual(new Set([transactionId]));
  });

  itNeeds(
    "pending transfers",
    missing,
    "reports a pending transfer as its block will report it, and no longer once it is in a block",
    async () => {
      const { driver, createOwner, pay, mine, amounts } = rig();
      const [to, strangers] = [await createOwner(), await createOwner()];
      const before = await driver.head(never());
      const readPending = () => driver.pending(matching([to]), never());
      const payment = { to, asset: NATIVE, units: 6n * amounts.scale };
      const others = { to: strangers, asset: NATIVE, units: amounts.scale };
      await pay([others, payment]);
      const told = await readPending();
      const shown = told.filter(({ to: { memo } }) => memo === to.memo);
      const { spends, ...waiting } = theOnly(shown);
      expect(await readPending()).toEqual(told);
      await mine(1);
      expect(await readPending()).toEqual([]);
      const { transfers } = await scanFrom(driver, before.height + 1, [to]);
      const { block, ...fact } = theOnly(transfers.filter(({ to: { memo } }) => memo === to.memo));
      expect(block).not.toBeNull();
      expect(waiting).toEqual({ ...fact, block: null });
      expect(spends ?? []).toEqual([...new Set(spends)]);
    },
  );

  if (missing.includes("pending transfers")) {
    it("reports no pending transfers on a chain whose nodes do not expose them", async () => {
      const { driver, createOwner, pay, mine, amounts } = rig();
      const to = await createOwner();
      await pay([{ to, asset: NATIVE, units: 6n * amounts.scale }]);
      expect(await driver.pending(matching([to]), never())).toEqual([]);
      await mine(1);
    });
  }

  itNeeds(
    "status of pending transfers",
    missing,
    "reports for each node whether a pending transfer still waits, was replaced or is unknown",
    async () => {
      const { driver, createOwner, openSource, mine, amounts } = rig();
      const ask = present(driver.mempoolStatusByEach);
      const source = await openSource([{ asset: NATIVE, units: amounts.plenty }]);
      const [to, elsewhere] = [await createOwner(), await createOwner()];
      const payTo = (of: typeof to) => [{ to: of, asset: NATIVE, units: 10n * amounts.scale }];
      const { signed: first, fee } = await buildPayout(rig(), source, payTo(to));
      const { signed: dearer } = await buildPayout(rig(), source, payTo(elsewhere), fee);
      await driver.broadcast(first, never());
      const { transactionId, spends = [] } = theOnly(await driver.pending(matching([to]), never()));
      expect(spends.length).toBeGreaterThan(0);
      const states = async () => (await ask({ transactionId, spends }, never())).map(({ answer }) => answer?.state);
      const each = (state: string) => driver.nodeHealth().map(() => state);
      expect(await states()).toEqual(each("pending"));
      await driver.broadcast(dearer, never());
      expect(await states()).toEqual(each("replaced"));
      await mine(1);
      expect(await states()).toEqual(each("replaced"));
      const unknown = { transactionId: transactionId.replaceAll(/[0-9a-f]/g, "7"), spends: [] };
      expect((await ask(unknown, never())).map(({ answer }) => answer?.state)).toEqual(each("absent"));
    },
  );

  it("returns the same result when the same range is scanned twice", async () => {
    const { driver, createOwner, pay, mine, amounts } = rig();
    const to = await createOwner();
    const before = await driver.head(never());
    await pay([{ to, asset: NATIVE, units: 5n * amounts.scale }]);
    await mine(3);
    const first = await scanFrom(driver, before.height + 1, [to]);
    expect(await scanFrom(driver, before.height + 1, [to])).toEqual(first);
    expect(first.transfers).toHaveLength(1);
  });
}

/** What must not be mistaken for a deposit. */
export function itIgnoresWhatIsNoDeposit(rig: () => ChainRig, missing: readonly ChainNeed[]): void {
  itNeeds("failed transactions", missing, "ignores a transaction that failed", async () => {
    const { driver, createOwner, mine, amounts } = rig();
    const payInVain = present(rig().payInVain);
    const to = await createOwner();
    const before = await driver.head(never());
    const transactionId = await payInVain({ to, asset: NATIVE, units: 5n * amounts.scale });
    await mine(1);
    const status = await driver.transactionStatus(transactionId, never());
    expect(status).toMatchObject({ state: "included", succeeded: false });
    expect((await scanFrom(driver, before.height + 1, [to])).transfers).toEqual([]);
  });

  itNeeds("zero transfers", missing, "ignores transfers of zero, in every asset", async () => {
    const { driver, createOwner, pay, mine, token } = rig();
    const to = await createOwner();
    const before = await driver.head(never());
    await pay([{ to, asset: NATIVE, units: 0n }]);
    if (token !== null) await pay([{ to, asset: token.asset, units: 0n }]);
    await mine(1);
    expect((await scanFrom(driver, before.height + 1, [to])).transfers).toEqual([]);
  });

  it("leaves out transfers between third parties and matches each destination once", async () => {
    const { driver, createOwner, pay, mine, amounts } = rig();
    const { scale } = amounts;
    const [ours, strangers] = [await createOwner(), await createOwner()];
    const before = await driver.head(never());
    await pay([{ to: ours, asset: NATIVE, units: scale }]);
    await pay([{ to: strangers, asset: NATIVE, units: 2n * scale }]);
    await pay([{ to: ours, asset: NATIVE, units: 3n * scale }]);
    await mine(1);
    const asked: string[] = [];
    const { transfers } = await driver.scan(
      {
        fromHeight: before.height + 1,
        toHeight: before.height + 1,
        match: async (destinations) => {
          asked.push(...destinations.map(({ address, memo }) => `${address} ${memo}`));
          return matching([ours])(destinations);
        },
      },
      never(),
    );
    const own = transfers.filter(({ to }) => to.memo === ours.memo);
    expect(own.map(({ units }) => units)).toEqual([scale, 3n * scale]);
    expect(new Set(asked).size).toBe(asked.length);
  });

  itNeeds("memos", missing, "distinguishes the owners behind one address by memo", async () => {
    const { driver, createOwner, pay, mine, amounts } = rig();
    const [first, second] = [await createOwner(), await createOwner()];
    expect(first.address).toBe(second.address);
    const before = await driver.head(never());
    await pay([{ to: second, asset: NATIVE, units: 4n * amounts.scale }]);
    await pay([{ to: { address: first.address, memo: null }, asset: NATIVE, units: 6n * amounts.scale }]);
    await mine(1);
    const { transfers } = await scanFrom(driver, before.height + 1, [first]);
    expect(transfers.map(({ to }) => to.memo)).toEqual([second.memo, null]);
  });
}
