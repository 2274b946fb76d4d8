import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { never } from "@/lib/chains/contract/steps";
import type { ChainDriver } from "@/lib/chains/driver";
import { ChainUnavailableError } from "@/lib/chains/errors";
import { parseEvmAddress } from "@/lib/chains/evm/address";
import { createEvmDriver } from "@/lib/chains/evm/create-evm-driver";
import { type Anvil, startAnvil } from "@/lib/chains/evm/testing/anvil";
import { giveMulticall, takeMulticall } from "@/lib/chains/evm/testing/multicall";
import { type RpcProxy, startRpcProxy } from "@/lib/chains/evm/testing/rpc-proxy";

const COUNT = 600;
const addresses = Array.from({ length: COUNT }, (_, index) => {
  return parseEvmAddress(`0x${(index + 4_096).toString(16).padStart(40, "0")}`) ?? expect.fail();
});
const held = addresses.map((_, index) => (index % 3 === 0 ? 0n : BigInt(index) * 10n ** 17n));

let anvil: Anvil;
let proxy: RpcProxy;
let driver: ChainDriver;
let height: number;

beforeAll(async () => {
  anvil = await startAnvil({ chainId: 1 });
  proxy = await startRpcProxy(anvil.url);
  for (const [index, address] of addresses.entries()) {
    await anvil.rpc("anvil_setBalance", [address, `0x${held[index]?.toString(16)}`]);
  }
  await anvil.rpc("anvil_mine", [1]);
  height = Number.parseInt(String(await anvil.rpc("eth_blockNumber")), 16);
  // Later changes do not affect that height.
  await anvil.rpc("anvil_mine", [1]);
  await anvil.rpc("anvil_setBalance", [addresses[0], "0x7"]);
  await anvil.rpc("anvil_mine", [1]);
});
afterAll(async () => {
  await proxy?.stop();
  await anvil?.stop();
});
beforeEach(async () => {
  proxy.intercept(() => null);
  const native = { symbol: "ETH", decimals: 18 };
  driver = createEvmDriver({ network: "eth", chainId: 1, urls: [proxy.url], native, callLimitMs: 10_000 });
  await driver.head(never());
  proxy.calls.length = 0;
});

const read = (at = height) => driver.balancesOf?.(addresses, at, never());
function asked(): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { method } of proxy.calls) counts[method] = (counts[method] ?? 0) + 1;
  return counts;
}

it("queries the contract for hundreds at once where the network has it", async () => {
  await giveMulticall(anvil);
  await anvil.rpc("anvil_mine", [1]);
  const now = Number.parseInt(String(await anvil.rpc("eth_blockNumber")), 16);
  expect(await read(now)).toEqual([7n, ...held.slice(1)]);
  expect(asked()).toEqual({ eth_call: 3 });
});

it("uses batches where it is missing, now or at that height, and retries the contract after an hour", async () => {
  await takeMulticall(anvil);
  expect(await read()).toEqual(held);
  expect(await read()).toEqual(held);
  expect(asked()).toEqual({ eth_call: 1, batch: 2 * 12 });
});

it("queries one by one where a node refuses batches, and keeps the node healthy", async () => {
  proxy.intercept(({ method }) => (method === "batch" ? { kind: "refuse", message: "no batches", status: 403 } : null));
  expect(await read()).toEqual(held);
  proxy.calls.length = 0;
  expect(await read()).toEqual(held);
  expect(asked()).toEqual({ eth_getBalance: COUNT });
  expect(driver.nodeHealth()).toMatchObject([{ healthy: true }]);
});

it("ignores a contract that returns fewer balances than requested", async () => {
  proxy.intercept(({ method }) =>
    method === "eth_call" ? { kind: "answer", result: `0x${"0".repeat(62)}20${"0".repeat(64)}` } : null,
  );
  expect(await read()).toEqual(held);
});

it("throws where a node has no state of that height, and tries all methods again afterwards", async () => {
  await giveMulticall(anvil);
  await expect(read(height + 1_000)).rejects.toThrow();
  proxy.intercept(() => ({ kind: "cut" }));
  await expect(read()).rejects.toThrow(ChainUnavailableError);
});
