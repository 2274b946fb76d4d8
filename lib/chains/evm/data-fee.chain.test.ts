import { afterAll, beforeAll, expect, test } from "vitest";
import { present } from "@/lib/chains/contract/needs";
import { NATIVE } from "@/lib/chains/contract/rig";
import { never } from "@/lib/chains/contract/steps";
import type { ChainDriver } from "@/lib/chains/driver";
import { createEvmDriver } from "@/lib/chains/evm/create-evm-driver";
import { makeEvmRig } from "@/lib/chains/evm/testing/evm-rig";
import { SHORT_DATA_FEE } from "@/lib/chains/evm/testing/op-stack";
import type { FeeEstimate, TransferRequest } from "@/lib/chains/spending";

let rig: Awaited<ReturnType<typeof makeEvmRig>>;

beforeAll(async () => {
  rig = await makeEvmRig({ chainId: 10, dataFee: "op-stack" });
});
afterAll(() => rig.stop());

const UNITS = 777n;
const estimate = (driver: ChainDriver, request: TransferRequest) =>
  driver.estimateFee({ request, priority: "recommended", replaces: null }, never());

async function requestFrom(address: string): Promise<TransferRequest> {
  const outputs = [{ to: await rig.createOwner(), asset: NATIVE, units: UNITS }];
  return { source: { kind: "nonce", address, nonce: 0n }, outputs };
}

/** Signs and sends it, whatever a simulation would have said. */
async function send(request: TransferRequest, fee: FeeEstimate) {
  const unsigned = await rig.driver.prepareTransfer(request, fee, never());
  const signed = await rig.driver.assemble(unsigned, await rig.sign(unsigned.signingRequests));
  return { unsigned, signed, sent: await rig.driver.broadcast(signed, never()) };
}

/** Funds an address with exactly the transfer amount and its fee. */
async function openWith(feeUnits: (request: TransferRequest) => Promise<bigint>) {
  const asked = await requestFrom((await rig.createOwner()).address);
  const source = await rig.openSource([{ asset: NATIVE, units: UNITS + (await feeUnits(asked)) }]);
  return { source, outputs: asked.outputs };
}

const mostOf = async (request: TransferRequest) => (await estimate(rig.driver, request)).maximumUnits;

test("an estimate includes the data fee in the expected fee, and ten times as much in the maximum", async () => {
  const native = { symbol: "ETH", decimals: 18 };
  const plain = createEvmDriver({ network: "test", chainId: 10, native, urls: [rig.proxy.url] });
  const source = await rig.openSource([{ asset: NATIVE, units: rig.amounts.plenty }]);
  const request = { source, outputs: [{ to: await rig.createOwner(), asset: NATIVE, units: UNITS }] };
  const [gas, whole] = [await estimate(plain, request), await estimate(rig.driver, request)];
  expect(whole.expectedUnits - gas.expectedUnits).toBe(SHORT_DATA_FEE);
  expect(whole.maximumUnits - gas.maximumUnits).toBe(10n * SHORT_DATA_FEE);
  expect(whole.terms).toBe(gas.terms);
});

test("the estimated maximum suffices on chain, and one unit less is rejected before signing", async () => {
  const request = await openWith(mostOf);
  const fee = await estimate(rig.driver, request);
  const { unsigned, signed, sent } = await send(request, fee);
  expect([sent, await rig.driver.simulate(unsigned, never())]).toEqual(["accepted", { succeeds: true }]);
  await rig.mine(1);
  const status = await rig.driver.transactionStatus(signed.transactionId, never());
  if (status.state !== "included" || request.source.kind !== "nonce") throw new Error("it is in a block");
  const left = await rig.driver.balanceOf(request.source.address, NATIVE, null, never());
  expect(left).toBe(fee.maximumUnits - (status.feeUnits ?? 0n));
  expect(status.feeUnits).toBeGreaterThan(SHORT_DATA_FEE);

  const short = await openWith(async (asked) => (await mostOf(asked)) - 1n);
  const trial = await rig.driver.prepareTransfer(short, await estimate(rig.driver, short), never());
  expect(await rig.driver.simulate(trial, never())).toMatchObject({ succeeds: false, lacksFee: true });
});

test("no block includes the transfer of an address that holds only the gas fee", async () => {
  const gasAlone = async (asked: TransferRequest) => (await mostOf(asked)) - 10n * SHORT_DATA_FEE;
  const request = await openWith(gasAlone);
  const { signed } = await send(request, await estimate(rig.driver, request));
  await rig.mine(1);
  // anvil accepts it into its mempool, where a real node of this kind rejects it; no block includes
  // it.
  expect(await rig.driver.transactionStatus(signed.transactionId, never())).not.toMatchObject({ state: "included" });
});

test("the cost is unknown while a node does not report the data fee, so that the ledger never books too little", async () => {
  const request = await openWith(mostOf);
  const { signed } = await send(request, await estimate(rig.driver, request));
  await rig.mine(1);
  const costByNode = async () => {
    const status = await rig.driver.transactionStatus(signed.transactionId, never());
    return status.state === "included" ? status.feeUnits : 0n;
  };
  expect(await costByNode()).toBeGreaterThan(SHORT_DATA_FEE);
  rig.proxy.intercept(() => null);
  expect(await costByNode()).toBeNull();
  rig.proxy.intercept(rig.rule);
});

test("a sandbox chain without the oracle costs gas only, and a real network without it gets no estimate", async () => {
  const common = { network: "test", chainId: 10, native: { symbol: "ETH", decimals: 18 }, urls: [rig.proxy.url] };
  const source = await rig.openSource([{ asset: NATIVE, units: rig.amounts.plenty }]);
  const request = { source, outputs: [{ to: await rig.createOwner(), asset: NATIVE, units: UNITS }] };
  rig.proxy.intercept((call) => (call.method === "eth_call" ? { kind: "answer", result: "0x" } : rig.rule(call)));
  const play = createEvmDriver({ ...common, dataFee: "op-stack", mayLackDataFee: true });
  expect((await estimate(play, request)).maximumUnits).toBe(
    (await estimate(createEvmDriver(common), request)).maximumUnits,
  );
  await expect(estimate(createEvmDriver({ ...common, dataFee: "op-stack" }), request)).rejects.toThrow();
  rig.proxy.intercept(rig.rule);
});

test("a token transfer costs more because of its data", async () => {
  const token = present(rig.token);
  const source = await rig.openSource([
    { asset: NATIVE, units: rig.amounts.plenty },
    { asset: token.asset, units: 1_000n },
  ]);
  const request = { source, outputs: [{ to: await rig.createOwner(), asset: token.asset, units: 600n }] };
  const fee = await estimate(rig.driver, request);
  const { signed } = await send(request, fee);
  await rig.mine(1);
  const status = await rig.driver.transactionStatus(signed.transactionId, never());
  const paid = status.state === "included" ? (status.feeUnits ?? 0n) : 0n;
  const left = source.kind === "nonce" ? await rig.driver.balanceOf(source.address, NATIVE, null, never()) : 0n;
  expect(left).toBe(rig.amounts.plenty - paid);
  expect(paid).toBeLessThanOrEqual(fee.maximumUnits);
});
