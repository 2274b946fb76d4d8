import { afterAll, beforeAll, expect, it } from "vitest";
import { describeChainDriver } from "@/lib/chains/contract/driver.contract";
import { NATIVE } from "@/lib/chains/contract/rig";
import { matching, never, scanFrom, theOnly } from "@/lib/chains/contract/steps";
import { ForeignWalletError } from "@/lib/chains/errors";
import { OUTPUTS_MAX } from "@/lib/chains/monero/config";
import { createMoneroDriver } from "@/lib/chains/monero/create-monero-driver";
import { MONERO_REQUIREMENT } from "@/lib/chains/monero/testing/monero-processes";
import { makeMoneroRig } from "@/lib/chains/monero/testing/monero-rig";
import { type MoneroStation, openMoneroStation } from "@/lib/chains/monero/testing/monero-station";
import type { TransferRequest } from "@/lib/chains/spending";
import { encodeMoneroAddress, toMoneroKeys } from "@/lib/custody/addresses/monero-address";
import { describeUnless } from "@/lib/testing/unless";

const native = { symbol: "XMR", decimals: 12 };
/** An index beyond any wallet's own lookahead. */
const FAR = 400;
const DEEP = 3;
const SCALE = 1_000_000_000n;
/** This many payments of this size exceed the balance of any other account. */
const SMALL = 400n * SCALE;
const MANY = 105;
const LOCK_BLOCKS = 10;

describeUnless(MONERO_REQUIREMENT)("Monero, on its own daemon and wallet services", () => {
  let station: MoneroStation;
  beforeAll(async () => {
    station = await openMoneroStation();
  }, 300_000);
  afterAll(() => station?.stop());

  describeChainDriver(
    "Monero",
    [
      "expiry",
      "failed transactions",
      "memos",
      "range limits",
      "replacements",
      "senders",
      "separate signing",
      "status of pending transfers",
      "tokens",
      "zero transfers",
    ],
    async () => makeMoneroRig(station, native),
  );

  const common = { network: "xmr", native, isSandbox: true, subaddressMargin: 64 };
  const createDriver = (hasSigner: boolean) =>
    createMoneroDriver({ ...common, urls: [station.processes.urlOf(hasSigner)] });
  const owner = (index: number) => ({ address: station.addressOf(0, index), memo: null });

  it("sees payments to subaddresses of any index that custody has derived, beyond a wallet's own lookahead", async () => {
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

  it("reports a pending payment, but none that its sender locks for long", async () => {
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

  it("uses one connection for all drivers of a process, of the 25 that a service allows per host", async () => {
    const first = await createDriver(true).head(never());
    for (let made = 0; made < 40; made += 1) expect(await createDriver(true).head(never())).toEqual(first);
  });

  it("keeps receiving where no wallet can spend", async () => {
    const driver = createDriver(false);
    const request = requestTo(owner(1).address, SCALE);
    const fee = await driver.estimateFee({ request, priority: "recommended", replaces: null }, never());
    await expect(driver.prepareTransfer(request, fee, never())).rejects.toThrow(/no wallet that can spend/);
  });

  it("proves by key images that the second of two transactions on the same money is dead", async () => {
    const driver = createDriver(true);
    await makeMoneroRig(station, native).openSource([]);
    const { all } = await station.hotUnits();
    // Nearly the whole balance: both have to spend the same outputs.
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

  it("spends as many small payments as fit into a transaction, which are more than the estimate assumes", async () => {
    const driver = createDriver(true);
    for (let left = MANY; left > 0; left -= OUTPUTS_MAX) {
      await station.pay(Array.from({ length: OUTPUTS_MAX }, () => ({ address: owner(4).address, units: SMALL })));
      await station.mine(1);
    }
    await station.mine(LOCK_BLOCKS);
    const paid = await build(driver, SMALL * BigInt(MANY - 10));
    const inputs = paid.spends.kind === "coins" ? (paid.spends.keyImages ?? []).length : 0;
    expect(inputs).toBeGreaterThan(MANY - 10);
    expect(await driver.broadcast(paid, never())).toBe("accepted");
    await station.mine(1);
    expect((await driver.transactionStatus(paid.transactionId, never())).state).toBe("included");
  });

  it("returns the total of the whole wallet, without long-locked payments and those above the height", async () => {
    const driver = createDriver(true);
    const held = async () => (await driver.heldTogether?.((await driver.head(never())).height, never())) ?? 0n;
    const [before, from] = [await held(), await driver.head(never())];
    await station.pay([{ address: owner(1).address, units: SCALE }]);
    await station.pay([{ address: owner(2).address, units: 5n * SCALE }], from.height + 500);
    await station.mine(1);
    expect(await held()).toBe(before + SCALE);
    expect(await driver.heldTogether?.(from.height, never())).toBe(before);
    await expect(driver.heldTogether?.(from.height + 2, never())).rejects.toThrow(/has read/);
    await expect(createDriver(false).heldTogether?.(from.height, never())).rejects.toThrow(/names none/);
  });

  it("rejects a wallet of another seed, whether it is the view-only or the spending wallet", async () => {
    const { processes } = station;
    const own = createMoneroDriver({
      ...common,
      urls: [processes.urlOf(true)],
      hotAddress: () => station.addressOf(1, 0),
    });
    await own.identify(never());
    const other = () => encodeMoneroAddress(toMoneroKeys(new Uint8Array(32).fill(7)), 1, 0);
    const viewing = createMoneroDriver({ ...common, urls: [processes.urlOf(false)], hotAddress: other });
    await expect(viewing.identify(never())).rejects.toThrow(/the viewer .* holds a wallet of another seed/);
    await expect(viewing.head(never())).rejects.toThrow(ForeignWalletError);
    const spending = createMoneroDriver({
      ...common,
      urls: [processes.urlOf(true, "stranger")],
      hotAddress: () => station.addressOf(1, 0),
    });
    await expect(spending.identify(never())).rejects.toThrow(/the signer .* holds a wallet of another seed/);
  });

  it("neither pays nor counts with a signer behind which another wallet was opened without a failed call", async () => {
    const hotAddress = () => station.addressOf(1, 0);
    const driver = createMoneroDriver({ ...common, urls: [station.processes.urlOf(true)], hotAddress });
    const { height } = await driver.head(never());
    const total = await driver.heldTogether?.(height, never());
    expect(total).toBeDefined();
    const { signer } = station.processes.wallets;
    await signer.call("close_wallet", {}, never());
    await signer.call("create_wallet", { filename: "somebody", password: "", language: "English" }, never());
    await expect(build(driver, SCALE)).rejects.toThrow(ForeignWalletError);
    await expect(driver.heldTogether?.(height, never())).rejects.toThrow(ForeignWalletError);
    await signer.call("close_wallet", {}, never());
    await signer.call("open_wallet", { filename: "signer", password: "" }, never());
    expect(await driver.heldTogether?.(height, never())).toBe(total);
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
