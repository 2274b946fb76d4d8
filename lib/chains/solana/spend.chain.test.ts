import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { NATIVE } from "@/lib/chains/contract/rig";
import { never, scanFrom, theOnly } from "@/lib/chains/contract/steps";
import type { ChainDriver } from "@/lib/chains/driver";
import { ChainInconsistentError } from "@/lib/chains/errors";
import { type RpcProxy, startRpcProxy } from "@/lib/chains/evm/testing/rpc-proxy";
import type { Asset } from "@/lib/chains/facts";
import { createSolanaDriver } from "@/lib/chains/solana/create-solana-driver";
import { createKeys } from "@/lib/chains/solana/testing/keys";
import { type LocalSolana, startSolanaNode } from "@/lib/chains/solana/testing/solana-node";
import { send } from "@/lib/chains/solana/testing/solana-rig";
import type { FeeEstimate, SignedTransfer, TransferRequest, UnsignedTransfer } from "@/lib/chains/spending";

const SOL = 1_000_000_000n;
/** Rent of an account without data, and of a token account. */
const RENT = 890_880n;
const TOKEN_RENT = 2_039_280n;
const LIFE_SLOTS = 151;
const DEEP = 3;

describe("payouts on Solana", () => {
  let solana: LocalSolana;
  let proxy: RpcProxy;
  let driver: ChainDriver;
  let usdt: Asset;
  const keys = createKeys();
  const mine = (blocks: number) => solana.control("mine", { blocks });

  beforeAll(async () => {
    solana = await startSolanaNode();
    proxy = await startRpcProxy(solana.url);
    const native = { symbol: "SOL", decimals: 9 };
    driver = createSolanaDriver({ network: "sol", isSandbox: true, native, urls: [proxy.url] });
    const { tokens } = (await solana.control("describe")) as { tokens: Record<string, { address: string }> };
    usdt = { kind: "token", contract: tokens["USDT"]?.address ?? "" };
  });
  afterAll(async () => {
    await proxy?.stop();
    await solana?.stop();
  });
  beforeEach(() => proxy.intercept(() => null));

  async function fund(units: bigint, tokenUnits = 0n): Promise<string> {
    const to = { address: keys.create(), memo: null };
    const tokens = tokenUnits > 0n ? [{ to, asset: usdt, units: tokenUnits }] : [];
    await send(solana, [{ to, asset: NATIVE, units }, ...tokens], false);
    await mine(1);
    return to.address;
  }

  const requestOf = (from: string, to: string, asset: Asset, units: bigint): TransferRequest => {
    return {
      source: { kind: "expiring", address: from },
      outputs: [{ to: { address: to, memo: null }, asset, units }],
    };
  };
  const estimate = (request: TransferRequest): Promise<FeeEstimate> =>
    driver.estimateFee({ request, priority: "recommended", replaces: null }, never());
  const sign = async (unsigned: UnsignedTransfer): Promise<SignedTransfer> =>
    driver.assemble(unsigned, await keys.sign(unsigned.signingRequests));

  async function tryOut(request: TransferRequest, fee?: FeeEstimate) {
    const unsigned = await driver.prepareTransfer(request, fee ?? (await estimate(request)), never());
    return driver.simulate(unsigned, never());
  }

  async function build(request: TransferRequest) {
    const fee = await estimate(request);
    const unsigned = await driver.prepareTransfer(request, fee, never());
    return { fee, signed: await sign(unsigned) };
  }

  async function pay(request: TransferRequest) {
    const { fee, signed } = await build(request);
    await driver.broadcast(signed, never());
    await mine(1);
    const status = await driver.transactionStatus(signed.transactionId, never());
    if (status.state !== "included") throw new Error(`the payment is ${status.state}`);
    return { fee, cost: status.feeUnits, signed };
  }

  it("pays for the recipient's token account once, and reports exactly what that costs", async () => {
    const from = await fund(SOL, 1_000n);
    const to = keys.create();
    const request = requestOf(from, to, usdt, 400n);
    const first = await pay(request);
    expect(first.fee.expectedUnits).toBe(first.fee.maximumUnits);
    expect(first.cost).toBe(first.fee.maximumUnits);
    expect(first.cost).toBeGreaterThan(TOKEN_RENT);
    const second = await pay(request);
    expect(second.cost).toBe(second.fee.maximumUnits);
    expect(second.cost).toBeLessThan(20_000n);
    expect(await driver.balanceOf(to, usdt, null, never())).toBe(800n);
    const left = await driver.balanceOf(from, NATIVE, null, never());
    expect(left).toBe(SOL - (first.cost ?? 0n) - (second.cost ?? 0n));
    // An estimate shared with recipients that have an account does not pay for a new one, and the
    // simulation reports that.
    const stingy = await tryOut(requestOf(from, keys.create(), usdt, 1n), second.fee);
    expect(stingy).toMatchObject({ succeeds: false, lacksFee: false, reason: expect.stringMatching(/no account/) });
    expect(await tryOut(request)).toMatchObject({
      succeeds: false,
      lacksFee: false,
      reason: expect.stringMatching(/hold/),
    });
  });

  it("pays out tokens of Token-2022", async () => {
    const { contract } = await solana.control("token", {
      symbol: "NEW",
      name: "New",
      decimals: 8,
      program: "token-2022",
    });
    await mine(1);
    const asset: Asset = { kind: "token", contract: String(contract) };
    const from = await fund(SOL);
    await send(solana, [{ to: { address: from, memo: null }, asset, units: 9n }], false);
    await mine(1);
    const to = keys.create();
    const { fee, cost } = await pay(requestOf(from, to, asset, 9n));
    expect(cost).toBe(fee.maximumUnits);
    expect(await driver.balanceOf(to, asset, null, never())).toBe(9n);
  });

  it("rejects before signing what rent forbids, and can empty an account completely", async () => {
    const from = await fund(SOL);
    expect(await tryOut(requestOf(from, keys.create(), NATIVE, 1_000n))).toMatchObject({
      succeeds: false,
      lacksFee: false,
      reason: expect.stringMatching(/receiver's account is new/),
    });
    const { maximumUnits } = await estimate(requestOf(from, keys.create(), NATIVE, SOL / 2n));
    const all = SOL - maximumUnits;
    expect(await tryOut(requestOf(from, keys.create(), NATIVE, all - RENT + 1n))).toMatchObject({
      succeeds: false,
      lacksFee: true,
      reason: expect.stringMatching(/sender would keep less/),
    });
    expect(await tryOut(requestOf(from, keys.create(), NATIVE, all - RENT))).toEqual({ succeeds: true });
    expect(await tryOut(requestOf(from, keys.create(), NATIVE, all + 1n))).toMatchObject({
      succeeds: false,
      lacksFee: true,
    });
    await pay(requestOf(from, keys.create(), NATIVE, all));
    expect(await driver.balanceOf(from, NATIVE, null, never())).toBe(0n);
  });

  it("estimates a fee also for a sender that holds nothing yet", async () => {
    const [nobody, to] = [keys.create(), keys.create()];
    const native = await estimate(requestOf(nobody, to, NATIVE, SOL));
    const token = await estimate(requestOf(nobody, to, usdt, 5n));
    expect(native.maximumUnits).toBeGreaterThan(5_000n);
    expect(token.maximumUnits).toBeGreaterThan(TOKEN_RENT);
    const funded = await fund(2n * SOL, 5n);
    const measured = await estimate(requestOf(funded, to, NATIVE, SOL));
    expect(native.maximumUnits).toBeGreaterThanOrEqual(measured.maximumUnits);
    expect(token.maximumUnits).toBeGreaterThanOrEqual((await estimate(requestOf(funded, to, usdt, 5n))).maximumUnits);
    expect(await tryOut(requestOf(nobody, to, NATIVE, SOL))).toMatchObject({ succeeds: false, lacksFee: true });
  });

  it("rejects recipients that are not wallets, with a reason", async () => {
    const from = await fund(SOL, 1_000n);
    const mint = usdt.kind === "token" ? usdt.contract : "";
    for (const asset of [NATIVE, usdt]) {
      expect(await tryOut(requestOf(from, mint, asset, 10_000_000n))).toMatchObject({
        succeeds: false,
        lacksFee: false,
        reason: expect.stringMatching(/no wallet/),
      });
    }
    const nowhere: Asset = { kind: "token", contract: keys.create() };
    await expect(estimate(requestOf(from, keys.create(), nowhere, 1n))).rejects.toMatchObject({ reason: "invalid" });
  });

  it("builds a second transaction of a request only after the first one is proven dead", async () => {
    const from = await fund(SOL);
    const to = { address: keys.create(), memo: null };
    const request = requestOf(from, to.address, NATIVE, SOL / 10n);
    const before = await driver.head(never());
    const first = await build(request);
    const { spends } = first.signed;
    const verdict = async () => (await driver.canStillConfirm(first.signed, DEEP, never())).verdict;
    expect(await verdict()).toBe("possible");
    await solana.control("advance", { slots: LIFE_SLOTS - 1 });
    expect(await verdict()).toBe("possible");
    await solana.control("advance", { slots: 1 });
    expect(await verdict()).toBe("unproven");
    await expect(driver.broadcast(first.signed, never())).rejects.toMatchObject({ reason: "expired" });
    const { validUntil } = spends.kind === "expiring" ? spends : { validUntil: 0n };
    // A block height, which is below the slot wherever some were skipped.
    expect(validUntil).toBeLessThanOrEqual(BigInt((await driver.head(never())).height));
    await mine(DEEP);
    expect(await driver.canStillConfirm(first.signed, DEEP, never())).toEqual({
      verdict: "impossible",
      reason: "expired",
    });
    const second = await pay(request);
    expect(second.signed.transactionId).not.toBe(first.signed.transactionId);
    await expect(driver.broadcast(first.signed, never())).rejects.toMatchObject({ reason: "expired" });
    expect(theOnly((await scanFrom(driver, before.height + 1, [to])).transfers).units).toBe(SOL / 10n);
    expect((await driver.canStillConfirm(second.signed, DEEP, never())).verdict).toBe("included");
  });

  it("computes a transaction's expiry independently of what a single node reports", async () => {
    const from = await fund(SOL);
    const request = requestOf(from, keys.create(), NATIVE, SOL / 10n);
    const fee = await estimate(request);
    const native = { symbol: "SOL", decimals: 9 };
    const two = createSolanaDriver({ network: "sol", isSandbox: true, native, urls: [proxy.url, solana.url] });
    const honest = (await two.prepareTransfer(request, fee, never())).spends;
    const { height } = await driver.head(never());
    const tell = (lastValidBlockHeight: number, ownHeight = 1) =>
      proxy.intercept(({ method }) => {
        const value = { blockhash: keys.create(), lastValidBlockHeight };
        if (method === "getBlockHeight") return { kind: "answer", result: ownHeight };
        return method === "getLatestBlockhash"
          ? { kind: "answer", result: { context: { slot: height }, value } }
          : null;
      });
    tell(2);
    expect((await two.prepareTransfer(request, fee, never())).spends).toEqual(honest);
    tell(1_000_000);
    expect((await two.prepareTransfer(request, fee, never())).spends).toEqual(honest);
    await expect(driver.prepareTransfer(request, fee, never())).rejects.toThrow(ChainInconsistentError);
    // A payout that lived until then would never be dead, and could never be made again.
    tell(1_000_000, 9_000_000_000);
    await expect(two.prepareTransfer(request, fee, never())).rejects.toThrow(ChainInconsistentError);
  });

  it("makes two payments for two equal payouts, even on one block hash, each at the displayed price", async () => {
    const from = await fund(SOL);
    const to = keys.create();
    const request = requestOf(from, to, NATIVE, SOL / 10n);
    const both = [await build(request), await build(request)];
    for (const { signed } of both) await driver.broadcast(signed, never());
    await mine(1);
    expect(await driver.balanceOf(to, NATIVE, null, never())).toBe(SOL / 5n);
    const costs = both.reduce((sum, { fee }) => sum + fee.maximumUnits, 0n);
    expect(await driver.balanceOf(from, NATIVE, null, never())).toBe(SOL - SOL / 5n - costs);
  });

  it("expects a transaction until the very last block that can include it", async () => {
    const from = await fund(SOL);
    const { signed } = await build(requestOf(from, keys.create(), NATIVE, SOL / 10n));
    const { validUntil } = signed.spends.kind === "expiring" ? signed.spends : { validUntil: 0n };
    await solana.control("advance", { slots: LIFE_SLOTS - 1 });
    expect((await driver.canStillConfirm(signed, 1, never())).verdict).toBe("possible");
    await driver.broadcast(signed, never());
    const { height } = await mine(1);
    // The chain accepts it for one block longer than it reports.
    expect(String(height)).toBe(String(validUntil + 1n));
    expect((await driver.canStillConfirm(signed, 1, never())).verdict).toBe("included");
  });

  it('does not accept "absent" as proof from a node that lags, forgets or never got that far', async () => {
    const from = await fund(SOL);
    const { signed } = await build(requestOf(from, keys.create(), NATIVE, SOL / 10n));
    await solana.control("advance", { slots: LIFE_SLOTS + DEEP });
    const judge = async () => (await driver.canStillConfirm(signed, DEEP, never())).verdict;
    expect(await judge()).toBe("impossible");
    const { height } = await driver.head(never());
    proxy.intercept(({ method }) => {
      const result = { context: { slot: height - 10 }, value: [null] };
      return method === "getSignatureStatuses" ? { kind: "answer", result } : null;
    });
    expect(await judge()).toBe("unproven");
    proxy.intercept(({ method }) =>
      method === "getFirstAvailableBlock" ? { kind: "answer", result: height - 20 } : null,
    );
    expect(await judge()).toBe("unproven");
    proxy.intercept(({ method, params }) => {
      const isFinal = method === "getSlot" && JSON.stringify(params).includes("finalized");
      return isFinal ? { kind: "answer", result: height - LIFE_SLOTS } : null;
    });
    expect(await judge()).toBe("unproven");
  });

  it("treats a failed payment as included, with its cost", async () => {
    const from = await fund(SOL, 10n);
    const to = keys.create();
    const [first, second] = [await build(requestOf(from, to, usdt, 10n)), await build(requestOf(from, to, usdt, 9n))];
    // Each is valid on its own: the node relayed both before either was in a block.
    await driver.broadcast(first.signed, never());
    await driver.broadcast(second.signed, never());
    await mine(1);
    const status = ({ signed }: typeof first) => driver.transactionStatus(signed.transactionId, never());
    expect(await status(first)).toMatchObject({ succeeded: true, feeUnits: first.fee.maximumUnits });
    const rentLess = second.fee.maximumUnits - TOKEN_RENT;
    expect(await status(second)).toMatchObject({ state: "included", succeeded: false, feeUnits: rentLess });
    const verdict = await driver.canStillConfirm(second.signed, DEEP, never());
    expect(verdict).toMatchObject({ verdict: "included", succeeded: false });
  });

  it("reports that a lagging or failing node gave no answer about the transaction", async () => {
    const from = await fund(SOL);
    const { signed } = await build(requestOf(from, keys.create(), NATIVE, SOL / 10n));
    await solana.control("health", { slotsBehind: 150 });
    await expect(driver.broadcast(signed, never())).rejects.toThrow(/behind/);
    await solana.control("health", {});
    expect(await driver.broadcast(signed, never())).toBe("accepted");
    const forged = { ...signed, raw: signed.raw.map((byte, index) => (index === 1 ? byte ^ 1 : byte)) };
    await expect(driver.broadcast({ ...forged, transactionId: await otherId(from) }, never())).rejects.toMatchObject({
      reason: "invalid",
    });
  });

  /** Returns the id of a transaction that no node has. */
  async function otherId(from: string): Promise<string> {
    return (await build(requestOf(from, keys.create(), NATIVE, SOL / 20n))).signed.transactionId;
  }
});
