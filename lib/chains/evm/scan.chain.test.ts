import { afterAll, beforeAll, expect, it } from "vitest";
import { never, scanFrom, theOnly } from "@/lib/chains/contract/steps";
import type { ChainDriver } from "@/lib/chains/driver";
import { createEvmDriver } from "@/lib/chains/evm/create-evm-driver";
import { type Anvil, startAnvil } from "@/lib/chains/evm/testing/anvil";
import {
  createExternalAccount,
  type ExternalAccount,
  encodeTokenTransfer,
} from "@/lib/chains/evm/testing/external-account";
import { startRpcProxy } from "@/lib/chains/evm/testing/rpc-proxy";
import { compileTestToken } from "@/lib/chains/evm/testing/test-token";
import type { Destination } from "@/lib/chains/facts";

const OWNER: Destination = { address: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", memo: null };

let anvil: Anvil;
let driver: ChainDriver;
let payer: ExternalAccount;
let other: ExternalAccount;
let token: `0x${string}`;

beforeAll(async () => {
  anvil = await startAnvil({ chainId: 42161, flags: ["--no-mining"] });
  const native = { symbol: "ETH", decimals: 18 };
  driver = createEvmDriver({ network: "arbitrum", chainId: 42161, urls: [anvil.url], native });
  payer = createExternalAccount(anvil, 0);
  other = createExternalAccount(anvil, 1);
  token = await payer.deployToken(compileTestToken(), "TUSD", 6);
  await mine();
  await payer.send({ to: token, data: encodeTokenTransfer(other.address, 1_000_000n) });
  await mine();
});
afterAll(() => anvil?.stop());

it("ignores native money that one of our contracts returned by reverting", async () => {
  const { height } = await driver.head(never());
  const id = await payer.send({ to: token, value: 5n, gas: 100_000n });
  await mine();
  expect(await driver.transactionStatus(id, never())).toMatchObject({ state: "included", succeeded: false });
  const contract = { address: driver.parseAddress(token) ?? "", memo: null };
  expect((await scanFrom(driver, height + 1, [contract])).transfers).toEqual([]);
});

it("reports no sender for minted tokens, because there is nobody to refund", async () => {
  const minted = (await scanFrom(driver, 0, [{ address: payer.address, memo: null }])).transfers;
  expect(theOnly(minted)).toMatchObject({ from: null, to: { address: payer.address } });
});

it("keeps a log's position when a reorganisation gives it another index in its block", async () => {
  const before = await driver.head(never());
  const id = await payer.send({ to: token, data: encodeTokenTransfer(OWNER.address, 3n) });
  await mine();
  const first = theOnly((await scanFrom(driver, before.height + 1, [OWNER])).transfers);
  expect(await logIndexOf(id)).toBe("0x0");
  const count = Number.parseInt((await anvil.rpc("eth_getTransactionCount", [other.address, "latest"])) as string, 16);
  const noise = await other.signOnly({ to: token, data: encodeTokenTransfer(payer.address, 1n) }, count);
  await anvil.rpc("anvil_reorg", [
    1,
    [
      [noise, 0],
      [payer.rawOf(id), 0],
    ],
  ]);
  expect(await logIndexOf(id)).toBe("0x1");
  const again = theOnly((await scanFrom(driver, before.height + 1, [OWNER])).transfers);
  expect({ ...again, block: null }).toEqual({ ...first, block: null });
  expect(again.block?.hash).not.toBe(first.block?.hash);
});

it("loses no deposit to a node whose logs lag behind its blocks, and sends no extra requests where there are none", async () => {
  const proxy = await startRpcProxy(anvil.url);
  const native = { symbol: "ETH", decimals: 18 };
  const behind = createEvmDriver({ network: "arbitrum", chainId: 42161, urls: [proxy.url], native });
  const { height } = await driver.head(never());
  await mine();
  await payer.send({ to: token, data: encodeTokenTransfer(OWNER.address, 4n) });
  await mine();
  const isRange = (params: readonly unknown[]) => JSON.stringify(params).includes("fromBlock");
  proxy.intercept(({ method, params }) =>
    method === "eth_getLogs" && isRange(params) ? { kind: "answer", result: [] } : null,
  );
  const { transfers } = await scanFrom(behind, height + 1, [OWNER]);
  expect(theOnly(transfers).units).toBe(4n);
  expect(proxy.calls.filter(({ method }) => method === "eth_getLogs")).toHaveLength(2);
  proxy.intercept(({ method, params }) => {
    if (method !== "eth_getLogs") return null;
    return isRange(params) ? { kind: "answer", result: [] } : { kind: "refuse", message: "unknown block" };
  });
  await expect(scanFrom(behind, height + 1, [OWNER])).rejects.toThrow(/unknown block/);
  await proxy.stop();
});

it("distinguishes tokens from other contracts", async () => {
  const asset = { kind: "token", contract: OWNER.address } as const;
  expect(await driver.describeAsset(asset, never())).toBeNull();
  expect(await driver.describeAsset({ kind: "native" }, never())).toEqual({ symbol: "ETH", decimals: 18 });
});

async function mine(): Promise<void> {
  await anvil.rpc("anvil_mine", [1]);
}

async function logIndexOf(transactionId: string): Promise<string | undefined> {
  const receipt = await anvil.rpc("eth_getTransactionReceipt", [transactionId]);
  return (receipt as { logs: readonly { logIndex: string }[] }).logs[0]?.logIndex;
}
