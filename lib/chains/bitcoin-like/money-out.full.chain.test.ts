import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createBitcoinLikeDriver } from "@/lib/chains/bitcoin-like/create-bitcoin-like-driver";
import { makeBitcoinLikeRig } from "@/lib/chains/bitcoin-like/testing/bitcoin-like-rig";
import { type CoinStation, openCoinStation } from "@/lib/chains/bitcoin-like/testing/coin-station";
import { LITECOIND_REQUIREMENT } from "@/lib/chains/bitcoin-like/testing/litecoind";
import { type CoinProxy, startCoinProxy } from "@/lib/chains/bitcoin-like/testing/rpc-proxy";
import { type ChainRig, NATIVE } from "@/lib/chains/contract/rig";
import { buildPayout, never } from "@/lib/chains/contract/steps";
import type { ChainDriver } from "@/lib/chains/driver";
import { ChainUnavailableError } from "@/lib/chains/errors";
import type { Coin, SignedTransfer, SpendSource } from "@/lib/chains/spending";
import { describeUnless } from "@/lib/testing/unless";

const DEEP = 3;

describeUnless(LITECOIND_REQUIREMENT)("payouts on Bitcoin-like chains", () => {
  let station: CoinStation;
  let proxy: CoinProxy;
  /** A chain without replacement, whose signatures do not commit to amounts. */
  let dash: ChainRig;
  beforeAll(async () => {
    station = await openCoinStation();
    proxy = await startCoinProxy(station.litecoind.url);
    dash = await makeBitcoinLikeRig(station, "dash");
  });
  afterAll(async () => {
    await proxy?.stop();
    await station?.stop();
  });
  beforeEach(() => proxy.intercept(() => null));

  it("verifies coin amounts that a node reports where signatures do not commit to them", async () => {
    const { coin, source } = await openCoin();
    const request = { source, outputs: [await output()] };
    const lied = coin.units.toString(16).padStart(16, "0").match(/../g)?.reverse().join("") ?? "";
    const prepare = async (driver: ChainDriver, candidates: SpendSource) => {
      const asked = { ...request, source: candidates };
      const fee = await driver.estimateFee({ request: asked, priority: "high", replaces: null }, never());
      return driver.prepareTransfer(asked, fee, never());
    };
    const driver = driverOf(proxy.url);
    expect((await prepare(driver, source)).signingRequests).toHaveLength(1);
    proxy.intercept(({ method, params }) =>
      method === "getrawtransaction" && params[1] === false
        ? { kind: "change", change: (raw) => String(raw).replace(lied, `01${lied.slice(2)}`) }
        : null,
    );
    // Not a fault of the payout: the lying node is marked unhealthy, and the next one is queried.
    await expect(prepare(driver, source)).rejects.toThrow(ChainUnavailableError);
    const both = driverOf(proxy.url, station.litecoind.url);
    expect((await prepare(both, source)).signingRequests).toHaveLength(1);
    expect(both.nodeHealth()[0]).toMatchObject({ healthy: false, reason: expect.stringContaining("other bytes") });
    const recorded = { ...coin, units: coin.units * 2n };
    const wrong = { ...source, candidates: [recorded], required: [recorded] } as SpendSource;
    await expect(prepare(dash.driver, wrong)).rejects.toMatchObject({ reason: "invalid" });
  });

  it("proves a payout dead that a reorganisation undid only once its rival is deep enough", async () => {
    const { source } = await openCoin();
    const [{ signed: ours }, { signed: rival }] = [await payout(source), await payout(source)];
    await dash.driver.broadcast(ours, never());
    await station.mine(1);
    expect((await judge(ours)).verdict).toBe("included");
    await station.undo(1);
    expect(await judge(ours)).toEqual({ verdict: "possible" });
    await station.mineOnly([Buffer.from(rival.raw).toString("hex")]);
    expect(await dash.driver.transactionStatus(ours.transactionId, never())).toEqual({ state: "absent" });
    await expect(dash.driver.broadcast(ours, never())).rejects.toMatchObject({ reason: "spent" });
    expect((await judge(ours)).verdict).toBe("unproven");
    await station.mine(1);
    expect((await judge(ours)).verdict).toBe("unproven");
    await station.mine(1);
    expect(await judge(ours)).toEqual({ verdict: "impossible", reason: "spent" });
    expect((await judge(rival)).verdict).toBe("included");
  });

  it("reads a block once, for any number of coins and queries", async () => {
    const driver = driverOf(proxy.url);
    const { ours: first } = await finalizeRival(1);
    const { ours: second } = await finalizeRival(1);
    const blocksAsked = () => proxy.calls.filter(({ method }) => method === "getblock").length;
    const before = blocksAsked();
    // In between, one block was mined for the second payout's coin.
    for (let asked = 0; asked < 3; asked += 1) {
      expect((await judge(first, driver)).verdict).toBe("impossible");
      expect((await judge(second, driver)).verdict).toBe("unproven");
    }
    expect(blocksAsked() - before).toBe(DEEP - 1);
    await station.mine(1);
    expect((await judge(second, driver)).verdict).toBe("unproven");
    expect(blocksAsked() - before).toBe(DEEP);
  });

  it("declares nothing dead while one node considers it possible", async () => {
    const { coin, ours } = await finalizeRival(DEEP);
    expect(await judge(ours)).toEqual({ verdict: "impossible", reason: "spent" });
    const driver = driverOf(station.litecoind.url, proxy.url);
    const bestblock = "ab".repeat(32);
    proxy.intercept(({ method }) =>
      method === "gettxout"
        ? { kind: "answer", result: { bestblock, value: Number(coin.units) / 1e8, scriptPubKey: { hex: "51" } } }
        : null,
    );
    expect(await judge(ours, driver)).toEqual({ verdict: "possible" });
  });

  it("accepts no proof of death from a node that still holds the transaction", async () => {
    const { ours } = await finalizeRival(DEEP);
    const waiting = await station.litecoind.rpc("decoderawtransaction", [Buffer.from(ours.raw).toString("hex")]);
    proxy.intercept(({ method, params }) =>
      method === "getrawtransaction" && params[0] === ours.transactionId ? { kind: "answer", result: waiting } : null,
    );
    expect((await judge(ours, driverOf(proxy.url))).verdict).toBe("unproven");
  });

  it("does not count a rival as deep when its block was not checked", async () => {
    const { ours } = await finalizeRival(1);
    const head = String(await station.litecoind.rpc("getbestblockhash"));
    const below = (await dash.driver.head(never())).parentHash;
    // The block arrives after the head was read: the coin is known to be spent, but not by which
    // transaction.
    const answerBehind = (isBehind: (look: number) => boolean) => {
      let looks = 0;
      proxy.intercept(({ method }) => {
        if (method !== "getbestblockhash") return null;
        looks += 1;
        return { kind: "answer", result: isBehind(looks) ? below : head };
      });
    };
    answerBehind((look) => look === 1);
    expect((await judge(ours, driverOf(proxy.url))).verdict).toBe("unproven");
    answerBehind((look) => look % 2 === 1);
    await expect(judge(ours, driverOf(proxy.url))).rejects.toThrow(ChainUnavailableError);
  });

  it("waits for a coin whose funding transaction is pending, and for one whose funding transaction is gone", async () => {
    const { source } = await openCoin();
    const { signed } = await payout(source);
    await station.undo(1);
    expect(await judge(signed)).toEqual({ verdict: "possible" });
    expect(await dash.driver.broadcast(signed, never())).toBe("accepted");
    expect(await dash.driver.broadcast(signed, never())).toBe("already-known");
    await station.mine(1);
    expect((await judge(signed)).verdict).toBe("included");
    const gone = await orphan();
    expect((await judge(gone)).verdict).toBe("unproven");
    await expect(dash.driver.broadcast(gone, never())).rejects.toMatchObject({ reason: "gap" });
  });

  it("reports before signing that a coin is spent or differs from our records", async () => {
    const btc = await makeBitcoinLikeRig(station, "btc");
    const source = await btc.openSource([{ asset: NATIVE, units: btc.amounts.plenty }]);
    if (source.kind !== "coins") throw new Error("this family spends coins");
    const outputs = [{ to: await btc.createOwner(), asset: NATIVE, units: btc.amounts.scale }];
    const simulate = async (spent: SpendSource) => {
      const request = { source: spent, outputs };
      const fee = await btc.driver.estimateFee({ request, priority: "economy", replaces: null }, never());
      return btc.driver.simulate(await btc.driver.prepareTransfer(request, fee, never()), never());
    };
    const dearer = source.candidates.map((coin) => ({ ...coin, units: coin.units + 1n }));
    expect(await simulate({ ...source, candidates: dearer, required: dearer })).toMatchObject({
      succeeds: false,
      reason: expect.stringContaining("units, not"),
    });
    const { signed } = await buildPayout(btc, source, outputs);
    await btc.driver.broadcast(signed, never());
    // Its own coins are spent in the mempool, which a replacement may do.
    expect(await simulate(source)).toEqual({ succeeds: true });
    await station.mine(1);
    expect(await simulate(source)).toMatchObject({ succeeds: false, reason: expect.stringContaining("spent already") });
  });

  function judge({ transactionId, spends }: SignedTransfer, driver = dash.driver) {
    return driver.canStillConfirm({ transactionId, spends }, DEEP, never());
  }

  async function openCoin(): Promise<{ readonly coin: Coin; readonly source: SpendSource }> {
    const source = await dash.openSource([{ asset: NATIVE, units: dash.amounts.plenty }]);
    const coin = source.kind === "coins" ? source.candidates[0] : undefined;
    if (coin === undefined) throw new Error("the rig gave no coin");
    return { coin, source };
  }

  async function output() {
    return { to: await dash.createOwner(), asset: NATIVE, units: 5n * dash.amounts.scale };
  }

  async function payout(source: SpendSource) {
    return buildPayout(dash, source, [await output()]);
  }

  /** A payout of ours whose coin another transaction spent that many blocks deep. */
  async function finalizeRival(depth: number) {
    const { coin, source } = await openCoin();
    const [{ signed: ours }, { signed: rival }] = [await payout(source), await payout(source)];
    await dash.driver.broadcast(rival, never());
    await station.mine(depth);
    return { coin, ours };
  }

  /** A payout of a coin that no chain has: its funding transaction was never sent. */
  async function orphan(): Promise<SignedTransfer> {
    const { signed: parent } = await payout((await openCoin()).source);
    const { spends } = parent;
    if (spends.kind !== "coins") throw new Error("this family spends coins");
    const [address = ""] = spends.coins.map((coin) => coin.address);
    const made = { transactionId: parent.transactionId, index: 0, units: 5n * dash.amounts.scale, address };
    const raw = station.signOrphan(made.transactionId);
    return { raw: Buffer.from(raw.raw, "hex"), transactionId: raw.id, spends: { kind: "coins", coins: [made] } };
  }

  function driverOf(...urls: readonly string[]): ChainDriver {
    const native = { symbol: "DASH", decimals: 8 };
    return createBitcoinLikeDriver({ network: "dash", family: "dash", isSandbox: true, urls, native });
  }
});
