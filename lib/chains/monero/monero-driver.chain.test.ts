import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NATIVE } from "@/lib/chains/contract/rig";
import { matching, never, scanFrom, theOnly } from "@/lib/chains/contract/steps";
import { describeChainDriver } from "@/lib/chains/driver.contract";
import { createMoneroDriver } from "@/lib/chains/monero/create-monero-driver";
import { missingPrograms, warnWithoutMonero } from "@/lib/chains/monero/testing/monero-processes";
import { makeMoneroRig } from "@/lib/chains/monero/testing/monero-rig";
import { type MoneroStation, openMoneroStation } from "@/lib/chains/monero/testing/monero-station";
import type { TransferRequest } from "@/lib/chains/spending";

const native = { symbol: "XMR", decimals: 12 };
const isInstalled = missingPrograms().length === 0;
if (!isInstalled) warnWithoutMonero("monero-driver.chain.test.ts");

/** A payment in it is to a number that no wallet looks ahead to by itself. */
const FAR = 400;
const DEEP = 3;
const SCALE = 1_000_000_000n;

describe.skipIf(!isInstalled)("Monero, on its own daemon and wallet services", () => {
  let station: MoneroStation;
  beforeAll(async () => {
    station = await openMoneroStation();
  }, 300_000);
  afterAll(() => station?.stop());

  describeChainDriver("Monero", async () => makeMoneroRig(station, native));

  const createDriver = (hasSigner: boolean, subaddressMargin = 64) =>
    createMoneroDriver({
      network: "xmr",
      native,
      isSandbox: true,
      urls: [station.processes.urlOf(hasSigner)],
      subaddressMargin,
    });
  const owner = (index: number) => ({ address: station.addressOf(0, index), memo: null });

  it("sees payments to subaddresses of any number that custody has derived, which a wallet does not by itself", async () => {
    const driver = createDriver(true);
    const derived = Array.from({ length: FAR }, (_, index) => owner(index + 1));
    const before = await driver.head(never());
    await station.pay([{ address: station.addressOf(0, FAR), units: SCALE }]);
    await station.mine(1);
    expect((await scanFrom(driver, before.height + 1, [owner(1)])).transfers).toEqual([]);
    await scanFrom(driver, before.height + 1, derived);
    await station.pay([{ address: station.addressOf(0, FAR), units: 2n * SCALE }]);
    await station.mine(1);
    const { transfers } = await scanFrom(driver, before.height + 2, derived);
    expect(theOnly(transfers)).toMatchObject({ units: 2n * SCALE, position: `subaddress:0/${FAR}` });
  });

  it("shows a payment that waits, and none that its sender locks for long", async () => {
    const driver = createDriver(false);
    const [to, locked] = [owner(1), owner(2)];
    const before = await driver.head(never());
    const transactionId = await station.pay([{ address: to.address, units: SCALE }]);
    await station.pay([{ address: locked.address, units: SCALE }], before.height + 500);
    await station.pay([{ address: locked.address, units: 3n * SCALE }], before.height + 40);
    expect(await driver.pending(matching([to, locked]), never())).toEqual([
      { transactionId, position: "subaddress:0/1", asset: NATIVE, units: SCALE, to, from: null, block: null },
    ]);
    await station.mine(1);
    const { transfers } = await scanFrom(driver, before.height + 1, [to, locked]);
    expect(transfers.map(({ units, lockedUntilHeight }) => [units, lockedUntilHeight])).toEqual([
      [SCALE, undefined],
      [3n * SCALE, before.height + 40],
    ]);
  });

  it("keeps money in for itself where no wallet can spend", async () => {
    const driver = createDriver(false);
    const request = requestTo(owner(1).address, SCALE);
    const fee = await driver.estimateFee({ request, priority: "recommended", replaces: null }, never());
    await expect(driver.prepareTransfer(request, fee, never())).rejects.toThrow(/no wallet that can spend/);
  });

  it("proves by key images that the second of two transactions on the same money is dead", async () => {
    const driver = createDriver(true);
    await makeMoneroRig(station, native).openSource([]);
    const { all } = await station.hotUnits();
    // Nearly all that there is: both have to take the same.
    const units = all - all / 10n;
    const first = await build(driver, units);
    const rival = await build(driver, units - SCALE);
    expect(await driver.broadcast(first, never())).toBe("accepted");
    await expect(driver.broadcast(rival, never())).rejects.toMatchObject({ reason: "conflict" });
    await expect(build(driver, units)).rejects.toMatchObject({ reason: "funds" });
    expect(await driver.canStillConfirm(rival, DEEP, never())).toEqual({ verdict: "possible" });
    await station.mine(1);
    await expect(driver.broadcast(rival, never())).rejects.toMatchObject({ reason: "spent" });
    expect((await driver.canStillConfirm(rival, DEEP, never())).verdict).toBe("unproven");
    await station.mine(DEEP);
    expect(await driver.canStillConfirm(rival, DEEP, never())).toEqual({ verdict: "impossible", reason: "spent" });
    expect((await driver.canStillConfirm(first, DEEP, never())).verdict).toBe("included");
  });

  function requestTo(address: string, units: bigint): TransferRequest {
    const source = { kind: "coins", candidates: [], required: [], changeAddress: null } as const;
    return { source, outputs: [{ to: { address, memo: null }, asset: NATIVE, units }] };
  }

  async function build(driver: ReturnType<typeof createDriver>, units: bigint) {
    const request = requestTo(owner(3).address, units);
    const fee = await driver.estimateFee({ request, priority: "economy", replaces: null }, never());
    return driver.assemble(await driver.prepareTransfer(request, fee, never()), []);
  }
});
