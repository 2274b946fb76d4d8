import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { never } from "@/lib/chains/contract/steps";
import type { ChainDriver } from "@/lib/chains/driver";
import { createEvmDriver } from "@/lib/chains/evm/create-evm-driver";
import { type Anvil, startAnvil } from "@/lib/chains/evm/testing/anvil";
import { type ContractPayer, deployContractPayer, payBySelfDestruct } from "@/lib/chains/evm/testing/contract-payer";
import { createExternalAccount, type ExternalAccount } from "@/lib/chains/evm/testing/external-account";
import { type RpcProxy, startRpcProxy } from "@/lib/chains/evm/testing/rpc-proxy";
import type { Transfer } from "@/lib/chains/facts";

const OWNER = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const TRACING = /^(debug_|trace_)/;

let anvil: Anvil;
let proxy: RpcProxy;
let payer: ExternalAccount;
let contract: ContractPayer;
let driver: ChainDriver;

beforeAll(async () => {
  anvil = await startAnvil({ chainId: 1, flags: ["--no-mining", "--steps-tracing"] });
  proxy = await startRpcProxy(anvil.url);
  payer = createExternalAccount(anvil, 0);
  contract = await deployContractPayer(anvil, payer);
  await anvil.rpc("anvil_mine", [1]);
});
afterAll(async () => {
  await proxy?.stop();
  await anvil?.stop();
});
beforeEach(() => {
  proxy.intercept(() => null);
  driver = openDriver([proxy.url]);
});

function openDriver(urls: readonly string[]): ChainDriver {
  const native = { symbol: "ETH", decimals: 18 };
  return createEvmDriver({ network: "eth", chainId: 1, urls, native, callLimitMs: 2_000 });
}

/** One block with three payments: by a transaction, by a contract call, by a self-destruct. */
async function payThrice(): Promise<{ height: number; called: string; ended: string }> {
  await payer.send({ to: OWNER, value: 1n });
  const called = await contract.pay(OWNER, 20n);
  const ended = await payBySelfDestruct(payer, OWNER, 300n);
  await anvil.rpc("anvil_mine", [1]);
  return { height: (await driver.head(never())).height, called, ended };
}

const facts = (transfers: readonly Transfer[] | null | undefined) =>
  transfers?.map(({ transactionId, position, units, from }) => ({ transactionId, position, units, from }));

it("finds what contracts paid with either tracing method, but not what the transaction itself sent", async () => {
  const { height, called, ended } = await payThrice();
  const found = [
    { transactionId: called, position: "trace:0", units: 20n, from: null },
    { transactionId: ended, position: "trace:0", units: 300n, from: null },
  ];
  const byGeth = await driver.internalTransfers?.(height, OWNER, never());
  expect(facts(byGeth)).toEqual(found);
  expect(byGeth?.[0]?.block).toEqual(await driver.blockAt(height, never()));
  proxy.intercept(({ method }) =>
    method.startsWith("debug_")
      ? { kind: "refuse", message: "the method debug_traceBlockByNumber does not exist" }
      : null,
  );
  expect(facts(await driver.internalTransfers?.(height, OWNER, never()))).toEqual(found);
});

it("traces transaction by transaction where a block's trace is too large", async () => {
  const { height, called, ended } = await payThrice();
  const huge = "0".repeat(11 * 1024 * 1024);
  proxy.intercept(({ method }) => (method === "debug_traceBlockByNumber" ? { kind: "answer", result: [huge] } : null));
  const found = facts(await driver.internalTransfers?.(height, OWNER, never()));
  expect(found?.map(({ transactionId }) => transactionId)).toEqual([called, ended]);
});

it("queries a node without tracing once, keeps it healthy, and queries the next one", async () => {
  const { height } = await payThrice();
  proxy.intercept(({ method }) => (TRACING.test(method) ? { kind: "refuse", message: "Method not found" } : null));
  for (let round = 0; round < 3; round += 1) {
    expect(await driver.internalTransfers?.(height, OWNER, never())).toBeNull();
  }
  expect(proxy.calls.filter(({ method }) => TRACING.test(method)).map(({ method }) => method)).toContain("trace_block");
  const asked = proxy.calls.length;
  await driver.internalTransfers?.(height, OWNER, never());
  expect(proxy.calls.slice(asked).some(({ method }) => TRACING.test(method))).toBe(false);
  expect(driver.nodeHealth()).toMatchObject([{ healthy: true }]);
  const both = openDriver([proxy.url, anvil.url]);
  expect(await both.internalTransfers?.(height, OWNER, never())).toHaveLength(2);
});
