import { parse } from "lossless-json";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { scriptOfAddress } from "@/lib/chains/bitcoin-like/building/script-of";
import { createBitcoinLikeDriver } from "@/lib/chains/bitcoin-like/create-bitcoin-like-driver";
import { makeBitcoinLikeRig } from "@/lib/chains/bitcoin-like/testing/bitcoin-like-rig";
import { type CoinStation, openCoinStation } from "@/lib/chains/bitcoin-like/testing/coin-station";
import { LITECOIND_REQUIREMENT, startLitecoind } from "@/lib/chains/bitcoin-like/testing/litecoind";
import { type CoinProxy, startCoinProxy } from "@/lib/chains/bitcoin-like/testing/rpc-proxy";
import { type ChainRig, NATIVE } from "@/lib/chains/contract/rig";
import { matching, named, never, scanFrom, theOnly } from "@/lib/chains/contract/steps";
import type { ChainDriver } from "@/lib/chains/driver";
import { ChainIdentityError, ChainInconsistentError, ChainUnavailableError } from "@/lib/chains/errors";
import { describeUnless } from "@/lib/testing/unless";

describeUnless(LITECOIND_REQUIREMENT)("reading Bitcoin-like nodes", () => {
  let station: CoinStation;
  let proxy: CoinProxy;
  let rig: ChainRig;
  beforeAll(async () => {
    station = await openCoinStation();
    proxy = await startCoinProxy(station.litecoind.url);
    rig = await makeBitcoinLikeRig(station, "doge");
  });
  afterAll(async () => {
    await proxy?.stop();
    await station?.stop();
  });
  beforeEach(() => {
    proxy.intercept(() => null);
    proxy.calls.length = 0;
  });

  it("reads blocks transaction by transaction from a node whose getblock accepts only a boolean, such as Dogecoin's", async () => {
    const owners = [await rig.createOwner(), await rig.createOwner()];
    const { height } = await rig.driver.head(never());
    await rig.pay(owners.map((to, index) => ({ to, asset: NATIVE, units: BigInt(index + 1) * rig.amounts.scale })));
    await rig.mine(2);
    const modern = await scanFrom(rig.driver, height + 1, owners);
    proxy.intercept(({ method, params }) =>
      method === "getblock" && typeof params[1] !== "boolean"
        ? { kind: "refuse", code: -1, message: "JSON value is not a boolean as expected" }
        : null,
    );
    expect(await scanFrom(driverOf(proxy.url), height + 1, owners)).toEqual(modern);
    expect(modern.transfers).toHaveLength(2);
    const asked = proxy.calls.filter(({ method, params }) => method === "getrawtransaction" && params[1] === true);
    expect(asked).toHaveLength(3);
    const first = await driverOf(proxy.url).scan({ fromHeight: 0, toHeight: 2, match: matching([]) }, never());
    expect(first.blocks.map((block) => block.height)).toEqual([0, 1, 2]);
  });

  it("reads an amount above ninety million coins exactly, which a float would round", async () => {
    const to = await rig.createOwner();
    const { height } = await rig.driver.head(never());
    await rig.pay([{ to, asset: NATIVE, units: rig.amounts.scale }]);
    await rig.mine(1);
    const script = scriptOfAddress("doge", to.address);
    proxy.intercept(({ method }) =>
      method === "getblock"
        ? { kind: "change", change: (block) => withAmount(block, script, "90071992.54740993") }
        : null,
    );
    const { transfers } = await scanFrom(driverOf(proxy.url), height + 1, [to]);
    expect(theOnly(transfers).units).toBe(9_007_199_254_740_993n);
  });

  it("fails over to the next node when one reports in plain text that it is busy, four requests at a time at most", async () => {
    const driver = driverOf(proxy.url, station.litecoind.url);
    await Promise.all(Array.from({ length: 40 }, () => driver.blockAt(7, never())));
    expect(proxy.busiest()).toBeLessThanOrEqual(4);
    proxy.intercept(() => ({ kind: "plain", text: "Work queue depth exceeded" }));
    expect((await driver.blockAt(7, never()))?.height).toBe(7);
    expect(driver.nodeHealth()[0]?.reason).toMatch(/HTTP 500 Work queue depth exceeded$/);
    const failure = await driverOf(proxy.url.replace("//", "//name:secret@")).head(never()).catch(String);
    expect(failure).toMatch(/^ChainUnavailableError.*Work queue depth exceeded/);
    expect(failure).not.toContain("secret");
  });

  it("reports a deposit as pending before its block, and no longer once it is included", async () => {
    const to = await rig.createOwner();
    const transactionId = named(await rig.pay([{ to, asset: NATIVE, units: 7n * rig.amounts.scale }]));
    const waiting = theOnly(await rig.driver.pending(matching([to]), never()));
    expect(waiting).toMatchObject({ transactionId, position: "0", units: 7n * rig.amounts.scale, to, block: null });
    expect(theOnly(await rig.driver.pending(matching([to]), never()))).toEqual(waiting);
    await rig.mine(1);
    expect(await rig.driver.pending(matching([to]), never())).toEqual([]);
  });

  it("returns the current balance of an address, and rejects past heights", async () => {
    const to = await rig.createOwner();
    const { height } = await rig.driver.head(never());
    await rig.pay([{ to, asset: NATIVE, units: 5n * rig.amounts.scale }]);
    await rig.mine(2);
    expect(await rig.driver.balanceOf(to.address, NATIVE, null, never())).toBe(5n * rig.amounts.scale);
    expect(await rig.driver.balanceOf(to.address, NATIVE, height + 2, never())).toBe(5n * rig.amounts.scale);
    await expect(rig.driver.balanceOf(to.address, NATIVE, height, never())).rejects.toThrow(/what addresses hold now/);
  });

  it("rejects a block other than the requested one, and a node that follows another chain", async () => {
    const { height, hash } = await rig.driver.head(never());
    proxy.intercept(({ method, params }) =>
      method === "getblockhash" && params[0] !== 0 ? { kind: "answer", result: hash } : null,
    );
    const range = { fromHeight: height - 3, toHeight: height, match: matching([]) };
    await expect(driverOf(proxy.url).scan(range, never())).rejects.toThrow(ChainInconsistentError);
    await expect(driverOf(proxy.url).blockAt(height - 3, never())).rejects.toThrow(ChainInconsistentError);
    proxy.intercept(({ method, params }) =>
      method === "getblockhash" && params[0] === 0 ? { kind: "answer", result: "ab".repeat(32) } : null,
    );
    await expect(driverOf(station.litecoind.url, proxy.url).identify(never())).rejects.toThrow(ChainIdentityError);
  });

  it("distinguishes Bitcoin from Bitcoin Cash, which share their first block", async () => {
    const genesis = "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f";
    const afterSplit = "000000000000000000651ef99cb9fcbe0dadde1d424bd9f15ff20136191a5eec";
    proxy.intercept(({ method, params }) =>
      method === "getblockhash" ? { kind: "answer", result: params[0] === 0 ? genesis : afterSplit } : null,
    );
    const common = { network: "btc", native: { symbol: "BTC", decimals: 8 }, isSandbox: false, urls: [proxy.url] };
    const bitcoin = createBitcoinLikeDriver({ ...common, family: "btc" });
    await expect(bitcoin.identify(never())).rejects.toThrow(/another chain from block 478559 on/);
  });

  it("reports that a node lacks its index instead of reporting a transaction as absent", async () => {
    const bare = await startLitecoind(["-txindex=0"]);
    try {
      const hashes = (await bare.rpc("generatetodescriptor", [1, `raw(0014${"11".repeat(20)})`])) as [string];
      const { tx } = (await bare.rpc("getblock", hashes)) as { tx: [string] };
      const driver = driverOf(bare.url);
      const failure = await driver.transactionStatus(tx[0], never()).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(ChainUnavailableError);
      expect(String(failure)).toContain("txindex=1");
    } finally {
      await bare.stop();
    }
  });

  function driverOf(...urls: readonly string[]): ChainDriver {
    const native = { symbol: "DOGE", decimals: 8 };
    const withPassword = urls.map((url) => (url.includes("@") ? url : url.replace("//", "//test:test@")));
    return createBitcoinLikeDriver({ network: "doge", family: "doge", isSandbox: true, urls: withPassword, native });
  }
});

type Output = { value: unknown; readonly scriptPubKey: { readonly hex: string } };

function withAmount(block: unknown, scriptHex: string, amount: string): unknown {
  for (const { vout } of (block as { tx: readonly { vout: readonly Output[] }[] }).tx) {
    for (const output of vout) if (output.scriptPubKey.hex === scriptHex) output.value = parse(amount);
  }
  return block;
}
