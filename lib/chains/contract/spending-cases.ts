import { expect, it } from "vitest";
import { type ChainNeed, itNeeds, present } from "@/lib/chains/contract/needs";
import { type ChainRig, NATIVE } from "@/lib/chains/contract/rig";
import { buildPayout, never, scanFrom, theOnly } from "@/lib/chains/contract/steps";
import type { ChainDriver } from "@/lib/chains/driver";
import { TransactionRefusedError } from "@/lib/chains/errors";
import type { Confirmability, SignedTransfer } from "@/lib/chains/spending";

const DEEP = 3;

/** Guarantees of every driver about outgoing money. */
export function itPaysOut(rig: () => ChainRig, missing: readonly ChainNeed[]): void {
  it("pays exactly the amount, within the displayed fee, and rebroadcasting changes nothing", async () => {
    const { driver, createOwner, openSource, mine, amounts, abilities } = rig();
    const { plenty } = amounts;
    const source = await openSource([{ asset: NATIVE, units: plenty }]);
    const to = await createOwner();
    const before = await driver.head(never());
    const units = 777n * amounts.scale;
    const { signed, fee } = await buildPayout(rig(), source, [{ to, asset: NATIVE, units }]);
    expect((await driver.transactionStatus(signed.transactionId, never())).state).toBe("absent");
    expect(await driver.broadcast(signed, never())).toBe("accepted");
    if (abilities.mempool) {
      expect((await driver.transactionStatus(signed.transactionId, never())).state).toBe("pending");
      expect(await driver.broadcast(signed, never())).toBe("already-known");
    } else {
      expect(["accepted", "already-known"]).toContain(await driver.broadcast(signed, never()));
    }
    await mine(1);
    expect(await driver.broadcast(signed, never())).toBe("already-included");
    const included = await driver.transactionStatus(signed.transactionId, never());
    expect(included).toMatchObject({ state: "included", succeeded: true, block: await driver.head(never()) });
    const feeUnits = included.state === "included" ? included.feeUnits : null;
    expect(feeUnits).toBeGreaterThan(0n);
    expect(feeUnits).toBeLessThanOrEqual(fee.maximumUnits);
    const { transfers } = await scanFrom(driver, before.height + 1, [to]);
    expect(theOnly(transfers.filter((transfer) => transfer.to.memo === to.memo)).units).toBe(units);
    expect(fee.expectedUnits).toBeLessThanOrEqual(fee.maximumUnits);
    if (source.kind === "coins") return;
    const left = await driver.balanceOf(source.address, NATIVE, null, never());
    expect(left).toBe(plenty - units - (feeUnits ?? 0n));
    if (!abilities.pastBalances) return;
    expect(await driver.balanceOf(source.address, NATIVE, before.height, never())).toBe(plenty);
  });

  itNeeds("tokens", missing, "sends a token, and reads the token's symbol and decimals", async () => {
    const { driver, createOwner, openSource, mine, amounts } = rig();
    const token = present(rig().token);
    const source = await openSource([
      { asset: NATIVE, units: amounts.plenty },
      { asset: token.asset, units: 1_000n },
    ]);
    const to = await createOwner();
    const { signed } = await buildPayout(rig(), source, [{ to, asset: token.asset, units: 600n }]);
    await driver.broadcast(signed, never());
    await mine(1);
    expect(await driver.balanceOf(to.address, token.asset, null, never())).toBeGreaterThanOrEqual(600n);
    const { symbol, decimals } = token;
    expect(await driver.describeAsset(token.asset, never())).toEqual({ symbol, decimals });
    if (driver.describeTokenByEach === undefined || token.asset.kind !== "token") return;
    const [nodeAnswer] = await driver.describeTokenByEach(token.asset.contract, never());
    expect(nodeAnswer).toMatchObject({ answer: { token: { symbol, decimals } }, error: null });
  });

  itNeeds("several outputs", missing, "pays several destinations in one transaction where the chain can", async () => {
    const { driver, createOwner, openSource, mine, amounts } = rig();
    const source = await openSource([{ asset: NATIVE, units: amounts.plenty }]);
    const owners = [await createOwner(), await createOwner()];
    const before = await driver.head(never());
    const outputs = owners.map((to, index) => ({ to, asset: NATIVE, units: BigInt(index + 1) * amounts.scale }));
    const { signed } = await buildPayout(rig(), source, outputs);
    await driver.broadcast(signed, never());
    await mine(1);
    const { transfers } = await scanFrom(driver, before.height + 1, owners);
    expect(transfers.map(({ units }) => units)).toEqual(outputs.map(({ units }) => units));
  });
}

/** Payouts that must fail. */
export function itRefusesBadPayouts(rig: () => ChainRig, missing: readonly ChainNeed[]): void {
  it("reports before signing that an amount above the balance cannot be paid", async () => {
    const { driver, createOwner, openSource, amounts } = rig();
    const source = await openSource([{ asset: NATIVE, units: amounts.plenty }]);
    const to = await createOwner();
    const request = { source, outputs: [{ to, asset: NATIVE, units: amounts.plenty * 2n }] };
    const refusal = async () => {
      const fee = await driver.estimateFee({ request, priority: "recommended", replaces: null }, never());
      const simulation = await driver.simulate(await driver.prepareTransfer(request, fee, never()), never());
      if (!simulation.succeeds) throw new TransactionRefusedError("funds", simulation.reason);
    };
    await expect(refusal()).rejects.toThrow(TransactionRefusedError);
  });

  itNeeds("separate signing", missing, "refuses a signature by another key", async () => {
    const { driver, createOwner, openSource, sign, amounts } = rig();
    const [source, other] = [
      await openSource([{ asset: NATIVE, units: amounts.plenty }]),
      await openSource([{ asset: NATIVE, units: amounts.plenty }]),
    ];
    const outputs = [{ to: await createOwner(), asset: NATIVE, units: amounts.scale }];
    const prepare = async (of: typeof source) => {
      const request = { source: of, outputs };
      const fee = await driver.estimateFee({ request, priority: "recommended", replaces: null }, never());
      return driver.prepareTransfer(request, fee, never());
    };
    const foreign = await sign((await prepare(other)).signingRequests);
    await expect(driver.assemble(await prepare(source), foreign)).rejects.toThrow(TransactionRefusedError);
  });

  it("returns the same bytes and id for the same request, fee and signatures", async () => {
    const { driver, createOwner, openSource, sign, amounts } = rig();
    const source = await openSource([{ asset: NATIVE, units: amounts.plenty }]);
    const request = { source, outputs: [{ to: await createOwner(), asset: NATIVE, units: amounts.scale }] };
    const fee = await driver.estimateFee({ request, priority: "recommended", replaces: null }, never());
    const unsigned = await driver.prepareTransfer(request, fee, never());
    const signatures = await sign(unsigned.signingRequests);
    const [first, second] = [
      await driver.assemble(unsigned, signatures),
      await driver.assemble({ ...unsigned, payload: unsigned.payload }, signatures),
    ];
    expect(second).toEqual(first);
  });
}

/**
 * Returns the combined verdict of all nodes, after checking that each node also gives it at its own
 * head.
 */
async function judge(driver: ChainDriver, signed: SignedTransfer): Promise<Confirmability> {
  const verdict = await driver.canStillConfirm(signed, DEEP, never());
  const each = await driver.canStillConfirmByEach(signed, DEEP, never());
  expect(each.map(({ answer }) => answer)).toEqual(driver.nodeHealth().map(() => verdict));
  for (const { head } of each) expect(head?.height).toBe((await driver.head(never())).height);
  return verdict;
}

/**
 * Nothing is paid twice: once a transaction has spent something, a second one cannot, and its death
 * is proven.
 */
export function itProvesWhatIsDead(rig: () => ChainRig, missing: readonly ChainNeed[]): void {
  itNeeds(
    "replacements",
    missing,
    "accepts a second transaction with the same nonce or UTXOs only as a replacement with a higher fee",
    async () => {
      const { driver, createOwner, openSource, mine, amounts } = rig();
      const { scale } = amounts;
      const source = await openSource([{ asset: NATIVE, units: amounts.plenty }]);
      const [to, elsewhere] = [await createOwner(), await createOwner()];
      const { signed: first, fee } = await buildPayout(rig(), source, [{ to, asset: NATIVE, units: 10n * scale }]);
      const { signed: rival } = await buildPayout(rig(), source, [
        { to: elsewhere, asset: NATIVE, units: 11n * scale },
      ]);
      const { signed: dearer } = await buildPayout(rig(), source, [{ to, asset: NATIVE, units: 10n * scale }], fee);
      await driver.broadcast(first, never());
      await expect(driver.broadcast(rival, never())).rejects.toMatchObject({ reason: "conflict" });
      expect(await judge(driver, first)).toEqual({ verdict: "possible" });
      expect(await driver.broadcast(dearer, never())).toBe("accepted");
      await mine(1);
      expect(await driver.transactionStatus(first.transactionId, never())).toEqual({ state: "absent" });
      await expect(driver.broadcast(first, never())).rejects.toMatchObject({ reason: "spent" });
      expect((await judge(driver, first)).verdict).toBe("unproven");
      await mine(DEEP);
      expect(await judge(driver, first)).toEqual({ verdict: "impossible", reason: "spent" });
      expect((await judge(driver, dearer)).verdict).toBe("included");
    },
  );

  itNeeds("expiry", missing, "proves that an expired transaction can no longer confirm, and not before", async () => {
    const { driver, createOwner, openSource, mine, amounts } = rig();
    const expire = present(rig().expire);
    const source = await openSource([{ asset: NATIVE, units: amounts.plenty }]);
    const outputs = [{ to: await createOwner(), asset: NATIVE, units: amounts.scale }];
    const { signed } = await buildPayout(rig(), source, outputs);
    expect(await judge(driver, signed)).toEqual({ verdict: "possible" });
    await expire();
    await expect(driver.broadcast(signed, never())).rejects.toMatchObject({ reason: "expired" });
    expect((await judge(driver, signed)).verdict).toBe("unproven");
    await mine(DEEP);
    expect(await judge(driver, signed)).toEqual({ verdict: "impossible", reason: "expired" });
  });

  it("counts an account's nonces with and without the mempool, where there are nonces", async () => {
    const { driver, createOwner, openSource, amounts } = rig();
    const source = await openSource([{ asset: NATIVE, units: amounts.plenty }]);
    const address = source.kind === "coins" ? (await createOwner()).address : source.address;
    if (source.kind !== "nonce") {
      expect(await driver.accountNonce(address, never())).toBeNull();
      return;
    }
    const { nonce } = source;
    expect(await driver.accountNonce(address, never())).toMatchObject({ included: nonce, pending: nonce });
    const outputs = [{ to: await createOwner(), asset: NATIVE, units: amounts.scale }];
    const { signed } = await buildPayout(rig(), source, outputs);
    await driver.broadcast(signed, never());
    expect(await driver.accountNonce(address, never())).toMatchObject({ included: nonce, pending: nonce + 1n });
  });
}
