import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { never, scanFrom, theOnly } from "@/lib/chains/contract/steps";
import type { ChainDriver } from "@/lib/chains/driver";
import { ChainIdentityError, ChainUnavailableError } from "@/lib/chains/errors";
import { createEvmDriver } from "@/lib/chains/evm/create-evm-driver";
import { type Anvil, startAnvil } from "@/lib/chains/evm/testing/anvil";
import {
  createExternalAccount,
  type ExternalAccount,
  encodeTokenTransfer,
} from "@/lib/chains/evm/testing/external-account";
import { type Interception, type RpcCall, type RpcProxy, startRpcProxy } from "@/lib/chains/evm/testing/rpc-proxy";
import { compileTestToken } from "@/lib/chains/evm/testing/test-token";
import type { Destination } from "@/lib/chains/facts";

const CHAIN_ID = 56;
const OWNER: Destination = { address: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", memo: null };
const SPENT = `0x${"ab".repeat(32)}`;

let anvil: Anvil;
let payer: ExternalAccount;
let token: `0x${string}`;
let first: RpcProxy;
let second: RpcProxy;
let driver: ChainDriver;

beforeAll(async () => {
  anvil = await startAnvil({ chainId: CHAIN_ID, flags: ["--no-mining"] });
  payer = createExternalAccount(anvil, 0);
  token = await payer.deployToken(compileTestToken(), "TUSD", 18);
  await mine(5);
  [first, second] = await Promise.all([startRpcProxy(anvil.url), startRpcProxy(anvil.url)]);
});
afterAll(async () => {
  await Promise.all([first?.stop(), second?.stop()]);
  await anvil?.stop();
});
beforeEach(() => {
  for (const proxy of [first, second]) {
    proxy.intercept(() => null);
    proxy.calls.length = 0;
  }
  driver = openDriver(first, second);
});

it("reads a whole block from one branch, and each node's attestation of what only one of them has", async () => {
  const { height } = await driver.head(never());
  const id = await payToken(7n);
  const before = await scanFrom(driver, height + 1, [OWNER]);
  await driver.transactionStatusByEach(id, never());
  await driver.blockAtByEach(height + 1, never());
  first.intercept(await remember(first.calls));
  await anvil.rpc("anvil_reorg", [1, []]);
  await mine(1);
  const fork = await scanFrom(driver, height + 1, [OWNER]);
  expect(fork).toEqual(before);
  const [ours, theirs] = await driver.blockAtByEach(height + 1, never());
  expect(ours?.answer?.block?.hash).not.toBe(theirs?.answer?.block?.hash);
  const states = (await driver.transactionStatusByEach(id, never())).map(({ answer }) => answer?.state);
  expect(states).toEqual(["included", "absent"]);
  const chain = await scanFrom(openDriver(second), height + 1, [OWNER]);
  expect(chain.transfers).toEqual([]);
  expect(chain.blocks[0]?.parentHash).toBe(fork.blocks[0]?.parentHash);
});

it("finds a deposit through receipts when the node's log index returns nothing", async () => {
  const { height } = await driver.head(never());
  await mine(2);
  await payToken(8n);
  first.intercept(({ method }) => (method === "eth_getLogs" ? { kind: "answer", result: [] } : null));
  const { transfers } = await scanFrom(openDriver(first), height + 1, [OWNER]);
  expect(theOnly(transfers)).toMatchObject({ units: 8n, position: "log:0" });
  const receipts = first.calls.filter(({ method }) => method === "eth_getTransactionReceipt");
  expect(receipts.length).toBeLessThanOrEqual(2);
});

it("fails over when the first node lags behind the head, or answers null for a receipt", async () => {
  const { height } = await driver.head(never());
  await payToken(9n);
  const newest = `0x${(height + 1).toString(16)}`;
  const lags = ({ method, params }: RpcCall): Interception | null =>
    method === "eth_getBlockByNumber" && params[0] === newest ? { kind: "answer", result: null } : null;
  const forgets = ({ method }: RpcCall): Interception | null =>
    method === "eth_getTransactionReceipt" ? { kind: "answer", result: null } : null;
  for (const rule of [lags, forgets]) {
    first.intercept(rule);
    const { transfers } = await scanFrom(driver, height + 1, [OWNER]);
    expect(theOnly(transfers).units).toBe(9n);
    await expect(scanFrom(openDriver(first), height + 1, [OWNER])).rejects.toThrow();
    // Apparently it reorganised, for which a healthy node is not paused.
    expect(driver.nodeHealth()[0]?.healthy).toBe(true);
  }
});

it("reports each node's own verdict at its own head: a lagging node and a lying one count as one attestation each", async () => {
  const { height } = await driver.head(never());
  const nonce = (await driver.accountNonce(payer.address, never()))?.included ?? expect.fail("it has nonces");
  const id = await payToken(3n);
  await mine(2);
  const ofRival = { transactionId: SPENT, spends: { kind: "nonce", address: payer.address, nonce } } as const;
  const judge = async (transactionId: string = SPENT) =>
    (await driver.canStillConfirmByEach({ ...ofRival, transactionId }, 3, never())).map(
      ({ answer, head }) => `${answer?.verdict} at ${(head?.height ?? 0) - height}`,
    );
  expect(await judge()).toEqual(["impossible at 3", "impossible at 3"]);
  // Its newest block and its counts are the earlier ones.
  const before = await anvil.rpc("eth_getBlockByNumber", [`0x${height.toString(16)}`, false]);
  first.intercept(({ method, params }) => {
    if (method === "eth_getBlockByNumber" && params[0] === "latest") return { kind: "answer", result: before };
    return method === "eth_getTransactionCount" ? { kind: "answer", result: `0x${nonce.toString(16)}` } : null;
  });
  expect(await judge()).toEqual(["possible at 0", "impossible at 3"]);
  first.intercept(({ method }) =>
    /eth_getTransaction(Receipt|ByHash)/.test(method) ? { kind: "answer", result: null } : null,
  );
  expect(await judge(id)).toEqual(["impossible at 3", "included at 3"]);
  expect((await driver.canStillConfirm({ ...ofRival, transactionId: id }, 3, never())).verdict).toBe("included");
});

it("ignores a node that was moved to another chain when it says that anything is gone, spent or counted", async () => {
  const other = await startAnvil({ chainId: 1 });
  const spends = { kind: "nonce", address: payer.address, nonce: 999n } as const;
  const alone = openDriver(first);
  for (const each of [driver, alone]) await each.blockAtByEach(1, never());
  await other.rpc("anvil_setNonce", [payer.address, "0xffff"]);
  await other.rpc("anvil_mine", [50]);
  first.retarget(other.url);
  try {
    expect((await driver.canStillConfirm({ transactionId: SPENT, spends }, 1, never())).verdict).toBe("possible");
    expect(await driver.accountNonce(payer.address, never())).toMatchObject({ answered: 1, asked: 2 });
    const [foreign] = await driver.transactionStatusByEach(SPENT, never());
    expect(foreign).toMatchObject({ answer: null, error: expect.stringContaining("is on chain 1") });
    await expect(alone.canStillConfirm({ transactionId: SPENT, spends }, 1, never())).rejects.toThrow(
      ChainUnavailableError,
    );
    await expect(alone.head(never())).rejects.toThrow(ChainIdentityError);
  } finally {
    first.retarget(anvil.url);
    await other.stop();
  }
});

function openDriver(...proxies: readonly RpcProxy[]): ChainDriver {
  const native = { symbol: "BNB", decimals: 18 };
  const urls = proxies.map(({ url }) => url);
  return createEvmDriver({ network: "bsc", chainId: CHAIN_ID, urls, native, callLimitMs: 2_000 });
}

async function mine(blocks: number): Promise<void> {
  await anvil.rpc("anvil_mine", [blocks]);
}

async function payToken(units: bigint): Promise<string> {
  const id = await payer.send({ to: token, data: encodeTokenTransfer(OWNER.address, units) });
  await mine(1);
  return id;
}

/**
 * The node keeps its current answers to these calls, whatever happens to the chain: it stays on a
 * branch that the others leave.
 */
async function remember(calls: readonly RpcCall[]): Promise<(call: RpcCall) => Interception | null> {
  const keyOf = ({ method, params }: RpcCall) => JSON.stringify([method, params]);
  const known = new Map<string, unknown>();
  for (const call of calls) known.set(keyOf(call), await anvil.rpc(call.method, call.params));
  return (call) => (known.has(keyOf(call)) ? { kind: "answer", result: known.get(keyOf(call)) } : null);
}
