import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { NATIVE } from "@/lib/chains/contract/rig";
import { buildPayout, matching, never, scanFrom, theOnly } from "@/lib/chains/contract/steps";
import { ChainUnavailableError } from "@/lib/chains/errors";
import { createTronDriver } from "@/lib/chains/tron/create-tron-driver";
import { startNodeProxy } from "@/lib/chains/tron/testing/node-proxy";
import { makeTronRig, type TronRig } from "@/lib/chains/tron/testing/tron-rig";

let rig: TronRig;
beforeAll(async () => {
  rig = await makeTronRig();
});
afterAll(() => rig?.stop());
beforeEach(() => rig.proxy.intercept(null));

const driverOf = (...urls: readonly string[]) =>
  createTronDriver({ network: "tron", isSandbox: true, urls, native: { symbol: "TRX", decimals: 6 } });

describe("a misbehaving TRON node", () => {
  it("cannot make custody sign bytes other than the request's", async () => {
    const { proxy, openSource, createOwner, driver, amounts, mine } = rig;
    const source = await openSource([{ asset: NATIVE, units: amounts.plenty }]);
    const [to, thief] = [await createOwner(), await createOwner()];
    const asked: string[] = [];
    // The node's transaction building is never used: it is not even called.
    proxy.intercept(({ path }) => {
      asked.push(path);
      return null;
    });
    const before = await driver.head(never());
    const { signed } = await buildPayout(rig, source, [{ to, asset: NATIVE, units: 5n }]);
    await driver.broadcast(signed, never());
    await mine(1);
    const paid = theOnly((await scanFrom(driver, before.height + 1, [to, thief])).transfers);
    expect(paid).toMatchObject({ to, units: 5n, transactionId: signed.transactionId });
    expect(asked.filter((path) => /createtransaction|triggersmartcontract|sign/.test(path))).toEqual([]);
  });

  it("is not believed when it answers a broadcast with another transaction", async () => {
    const { proxy, openSource, createOwner, driver, amounts } = rig;
    const source = await openSource([{ asset: NATIVE, units: amounts.plenty }]);
    const { signed } = await buildPayout(rig, source, [{ to: await createOwner(), asset: NATIVE, units: 5n }]);
    proxy.intercept(({ path }) =>
      path === "wallet/broadcasthex" ? (text) => text.replaceAll(signed.transactionId, "00".repeat(32)) : null,
    );
    await expect(driver.broadcast(signed, never())).rejects.toThrow(ChainUnavailableError);
  });

  it("is reported as unavailable without its solidity API, and does not affect other nodes", async () => {
    const { proxy, node } = rig;
    proxy.intercept(({ path }) => (path.startsWith("walletsolidity/") ? { status: 404, text: "" } : null));
    await expect(driverOf(proxy.url).head(never())).rejects.toThrow(/has no solidity API/);
    // java-tron itself serves it on another port.
    await driverOf(`${proxy.url}/?solidity=${new URL(node.url).port}`).head(never());
    const both = driverOf(proxy.url, node.url);
    await both.head(never());
    expect(both.nodeHealth().map(({ healthy }) => healthy)).toEqual([false, true]);
    expect(both.nodeHealth()[0]?.reason).toMatch(/has no solidity API/);
  });

  it("that lags keeps the others from proving anything dead", async () => {
    const { node, proxy, openSource, createOwner, expire, mine, amounts } = rig;
    const lagging = await startNodeProxy(node.url);
    try {
      const source = await openSource([{ asset: NATIVE, units: amounts.plenty }]);
      const { signed } = await buildPayout(rig, source, [{ to: await createOwner(), asset: NATIVE, units: 5n }]);
      const stale = await (await fetch(`${node.url}/wallet/getnowblock`, { method: "POST", body: "{}" })).text();
      lagging.intercept(({ path }) => (path.endsWith("/getnowblock") ? { status: 200, text: stale } : null));
      await expire?.();
      await mine(10);
      expect((await driverOf(proxy.url).canStillConfirm(signed, 3, never())).verdict).toBe("impossible");
      const both = driverOf(lagging.url, proxy.url);
      expect((await both.canStillConfirm(signed, 3, never())).verdict).toBe("possible");
    } finally {
      await lagging.stop();
    }
  });

  it("shows its name and never its key, including in error messages", async () => {
    const { proxy } = rig;
    const keys: unknown[] = [];
    proxy.intercept(({ path }) => {
      keys.push(path);
      return { status: 503, text: "no" };
    });
    const driver = driverOf(`${proxy.url.replace("http://", "http://s3cret@")}/?apikey=s3cret2`);
    const failure: unknown = await driver.head(never()).catch((error: unknown) => error);
    expect(keys).toEqual(["wallet/getblockbynum"]);
    expect(String(failure)).toContain(new URL(proxy.url).host);
    expect(JSON.stringify([String(failure), driver.nodeHealth()])).not.toContain("s3cret");
  });
});

describe("tokens on TRON", () => {
  it("are rejected before signing when the account does not hold them, and described only when they are tokens", async () => {
    const { openSource, createOwner, driver, token, amounts } = rig;
    if (token === null) throw new Error("the rig has a token");
    const source = await openSource([{ asset: NATIVE, units: amounts.plenty }]);
    const [to, nobody] = [await createOwner(), await createOwner()];
    const request = { source, outputs: [{ to, asset: token.asset, units: 5n }] };
    const fee = await driver.estimateFee({ request, priority: "recommended", replaces: null }, never());
    const trial = await driver.simulate(await driver.prepareTransfer(request, fee, never()), never());
    expect(trial).toMatchObject({ succeeds: false, lacksFee: false });
    expect(await driver.describeAsset({ kind: "token", contract: nobody.address }, never())).toBeNull();
    const inspect = async (address: string) =>
      (await driver.inspectAddressByEach?.(address, never()))?.map(({ answer }) => answer);
    expect(await inspect(nobody.address)).toEqual([{ kind: "account", active: false }]);
    const contract = token.asset.kind === "token" ? token.asset.contract : "";
    expect(await inspect(contract)).toMatchObject([{ kind: "contract" }]);
    expect(await driver.scan({ fromHeight: 2, toHeight: 1, match: matching([]) }, never())).toEqual({
      blocks: [],
      transfers: [],
    });
  });

  it("cost about the expected amount, below the signed limit", async () => {
    const { openSource, createOwner, driver, token, amounts, mine } = rig;
    if (token === null) throw new Error("the rig has a token");
    const source = await openSource([
      { asset: NATIVE, units: amounts.plenty },
      { asset: token.asset, units: 100n },
    ]);
    const to = await createOwner();
    for (const units of [10n, 20n]) {
      const { signed, fee } = await buildPayout(rig, source, [{ to, asset: token.asset, units }]);
      await driver.broadcast(signed, never());
      await mine(1);
      const status = await driver.transactionStatus(signed.transactionId, never());
      const cost = status.state === "included" ? (status.feeUnits ?? -1n) : -1n;
      expect(status).toMatchObject({ state: "included", succeeded: true });
      expect(cost).toBeLessThanOrEqual(fee.maximumUnits);
      expect(cost).toBe(fee.expectedUnits);
    }
  });
});
