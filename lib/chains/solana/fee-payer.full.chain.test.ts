import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NATIVE } from "@/lib/chains/contract/rig";
import { never } from "@/lib/chains/contract/steps";
import type { ChainDriver } from "@/lib/chains/driver";
import type { Asset } from "@/lib/chains/facts";
import { createSolanaDriver } from "@/lib/chains/solana/create-solana-driver";
import { createKeys } from "@/lib/chains/solana/testing/keys";
import { type LocalSolana, startSolanaNode } from "@/lib/chains/solana/testing/solana-node";
import { send } from "@/lib/chains/solana/testing/solana-rig";
import type { TransferRequest, UnsignedTransfer } from "@/lib/chains/spending";

const SOL = 1_000_000_000n;
const TOKEN_RENT = 2_039_280n;
const LIFE_SLOTS = 151;

describe("Solana transfers with a separate fee payer", () => {
  let solana: LocalSolana;
  let driver: ChainDriver;
  let usdt: Asset;
  const keys = createKeys();
  const mine = (blocks: number) => solana.control("mine", { blocks });

  beforeAll(async () => {
    solana = await startSolanaNode();
    const native = { symbol: "SOL", decimals: 9 };
    driver = createSolanaDriver({ network: "sol", isSandbox: true, native, urls: [solana.url] });
    const { tokens } = (await solana.control("describe")) as { tokens: Record<string, { address: string }> };
    usdt = { kind: "token", contract: tokens["USDT"]?.address ?? "" };
  });
  afterAll(() => solana?.stop());

  /** Pays from a third party, which opens missing accounts. */
  async function receive(address: string, asset: Asset, units: bigint): Promise<void> {
    await send(solana, [{ to: { address, memo: null }, asset, units }], false);
    await mine(1);
  }

  /**
   * A wallet with SOL that holds the token already, and an address that holds only some of the
   * token.
   */
  async function openPair(asset: Asset, units: bigint) {
    const [hot, address] = [keys.create(), keys.create()];
    await receive(hot, NATIVE, SOL);
    await receive(hot, asset, 1n);
    await receive(address, asset, units);
    return { hot, address };
  }

  const sweepOf = (address: string, hot: string, asset: Asset, units: bigint): TransferRequest => ({
    source: { kind: "expiring", address, feePayer: hot },
    outputs: [{ to: { address: hot, memo: null }, asset, units }],
  });
  const estimate = (request: TransferRequest) =>
    driver.estimateFee({ request, priority: "recommended", replaces: null }, never());
  const held = (address: string, asset: Asset) => driver.balanceOf(address, asset, null, never());
  const build = async (request: TransferRequest) => driver.prepareTransfer(request, await estimate(request), never());
  const sign = async (unsigned: UnsignedTransfer) =>
    driver.assemble(unsigned, await keys.sign(unsigned.signingRequests));

  async function carryOut(request: TransferRequest) {
    const unsigned = await build(request);
    expect(await driver.simulate(unsigned, never())).toEqual({ succeeds: true });
    const signed = await sign(unsigned);
    await driver.broadcast(signed, never());
    await mine(1);
    const status = await driver.transactionStatus(signed.transactionId, never());
    if (status.state !== "included" || status.feeUnits === null) throw new Error(`it is ${status.state}`);
    return { fee: unsigned.fee, cost: status.feeUnits, succeeded: status.succeeded };
  }

  it("needs no SOL at the address, leaves nothing there, and reports the payer's cost to the lamport", async () => {
    const { hot, address } = await openPair(usdt, 400n);
    expect(await held(address, NATIVE)).toBe(0n);
    const { fee, cost } = await carryOut(sweepOf(address, hot, usdt, 400n));
    expect(await held(hot, usdt)).toBe(401n);
    expect(fee.maximumUnits).toBeGreaterThan(10_000n);
    expect(cost).toBe(fee.maximumUnits - TOKEN_RENT);
    expect(fee.expectedUnits).toBe(cost);
    expect(await held(hot, NATIVE)).toBe(SOL - cost);
    expect([await held(address, NATIVE), await held(address, usdt)]).toEqual([0n, 0n]);
    // The account is closed: the next payer opens it again, and its rent may be swept as well.
    await receive(address, usdt, 7n);
    const again = await carryOut(sweepOf(address, hot, usdt, 7n));
    expect(await held(hot, NATIVE)).toBe(SOL - cost - again.cost);
  });

  it("opens the recipient's account at the payer's expense when it is the first", async () => {
    const [hot, address] = [keys.create(), keys.create()];
    await receive(hot, NATIVE, SOL);
    await receive(address, usdt, 5n);
    const { fee, cost } = await carryOut(sweepOf(address, hot, usdt, 5n));
    expect(fee.maximumUnits).toBeGreaterThan(TOKEN_RENT);
    expect(cost).toBe(fee.maximumUnits - TOKEN_RENT);
    expect(await held(hot, NATIVE)).toBe(SOL - cost);
  });

  it("closes no account that it does not empty", async () => {
    const { hot, address } = await openPair(usdt, 10n);
    const { fee, cost } = await carryOut(sweepOf(address, hot, usdt, 9n));
    expect([cost, fee.expectedUnits]).toEqual([fee.maximumUnits, fee.maximumUnits]);
    expect(await held(address, usdt)).toBe(1n);
  });

  it("moves nothing when a new deposit would be left in a closed account, and closes nothing the next time", async () => {
    const { hot, address } = await openPair(usdt, 10n);
    const request = sweepOf(address, hot, usdt, 10n);
    const early = await sign(await build(request));
    await receive(address, usdt, 3n);
    await expect(driver.broadcast(early, never())).rejects.toThrow(/not empty any more/);
    const { fee, cost } = await carryOut(request);
    expect(cost).toBe(fee.maximumUnits);
    expect([await held(address, usdt), await held(hot, usdt)]).toEqual([3n, 11n]);
    // The first one failed for that reason: it can never be in a block.
    await solana.control("advance", { slots: LIFE_SLOTS });
    await mine(40);
    expect(await driver.canStillConfirm(early, 1, never())).toMatchObject({ verdict: "impossible" });
  });

  it("requires exactly the payer's and the sender's signatures", async () => {
    const { hot, address } = await openPair(usdt, 10n);
    const unsigned = await build(sweepOf(address, hot, usdt, 10n));
    expect(unsigned.signingRequests.map(({ signer }) => signer)).toEqual([hot, address]);
    const [byHot, byAddress] = await keys.sign(unsigned.signingRequests);
    if (byHot === undefined || byAddress === undefined) throw new Error("two sign");
    await expect(driver.assemble(unsigned, [byHot])).rejects.toThrow(/2 signatures/);
    await expect(driver.assemble(unsigned, [byHot, byHot])).rejects.toThrow(address);
    await expect(driver.assemble(unsigned, [byAddress, byAddress])).rejects.toThrow(hot);
  });

  it("reports who lacks SOL for the fee", async () => {
    const [poor, address] = [keys.create(), keys.create()];
    await receive(address, usdt, 10n);
    await receive(address, NATIVE, SOL);
    const outcome = await driver.simulate(await build(sweepOf(address, poor, usdt, 10n)), never());
    expect(outcome).toMatchObject({ succeeds: false, lacksFee: true, reason: expect.stringContaining(poor) });
  });
});
