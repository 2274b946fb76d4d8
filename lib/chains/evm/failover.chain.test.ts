import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { matching, never } from "@/lib/chains/contract/steps";
import type { ChainDriver } from "@/lib/chains/driver";
import { ChainIdentityError, ChainInconsistentError, ChainUnavailableError } from "@/lib/chains/errors";
import { createEvmDriver } from "@/lib/chains/evm/create-evm-driver";
import { type Anvil, startAnvil } from "@/lib/chains/evm/testing/anvil";
import { type RpcProxy, startRpcProxy } from "@/lib/chains/evm/testing/rpc-proxy";

const CHAIN_ID = 1;
/** For nodes that hang. */
const CALL_LIMIT_MS = 1_500;
/** For nodes that answer on a busy machine. */
const PATIENT_MS = 60_000;

let anvil: Anvil;
let stranger: Anvil;
let first: RpcProxy;
let second: RpcProxy;

beforeAll(async () => {
  anvil = await startAnvil({ chainId: CHAIN_ID });
  // Another genesis block under the same chain id, as two private chains may have.
  stranger = await startAnvil({ chainId: CHAIN_ID, flags: ["--timestamp", "1000000000"] });
  first = await startRpcProxy(anvil.url);
  second = await startRpcProxy(anvil.url);
  await anvil.rpc("anvil_mine", [10]);
});

afterAll(async () => {
  await Promise.all([first?.stop(), second?.stop()]);
  await Promise.all([anvil?.stop(), stranger?.stop()]);
});

beforeEach(() => {
  for (const proxy of [first, second]) {
    proxy.intercept(() => null);
    proxy.calls.length = 0;
  }
});

it("queries the next node when the first disconnects, hangs or sends garbage, and leaves it alone for a while", async () => {
  for (const rule of [
    { kind: "cut" },
    { kind: "hang" },
    { kind: "answer", result: { number: "soon" } },
    { kind: "refuse", message: "slow down", status: 429 },
  ] as const) {
    const driver = createDriver([first.url, second.url], rule.kind === "hang" ? CALL_LIMIT_MS : PATIENT_MS);
    first.intercept(() => rule);
    expect((await driver.head(never())).height).toBe(10);
    const [bad, good] = driver.nodeHealth();
    expect(bad).toMatchObject({ node: `127.0.0.1:${first.port}`, healthy: false });
    expect(good).toMatchObject({ healthy: true, reason: null });
    first.calls.length = 0;
    await driver.head(never());
    expect(first.calls).toEqual([]);
  }
});

it("queries an unhealthy node again when no other answers", async () => {
  const driver = createDriver([first.url, second.url]);
  first.intercept(() => ({ kind: "cut" }));
  await driver.head(never());
  first.intercept(() => null);
  second.intercept(() => ({ kind: "cut" }));
  expect((await driver.head(never())).height).toBe(10);
});

it("reports within the time limits that no node answered, without any secret of a URL", async () => {
  const driver = createDriver([`${first.url}/secret-key`, `${second.url}/secret-key`], CALL_LIMIT_MS);
  for (const proxy of [first, second]) proxy.intercept(() => ({ kind: "hang" }));
  const failure = await driver.head(never()).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ChainUnavailableError);
  expect(String(failure)).not.toContain("secret-key");
  // A node that hangs is given up at its limit, and not queried a second time.
  expect(String(failure).match(new RegExp(`within ${CALL_LIMIT_MS} ms`, "g"))).toHaveLength(2);
  expect([first.calls.length, second.calls.length]).toEqual([1, 1]);
});

it("never reads from a node with another genesis block, and reports it when queried for the identity", async () => {
  const driver = createDriver([first.url, stranger.url]);
  const { height } = await driver.head(never());
  first.intercept(() => ({ kind: "cut" }));
  await expect(driver.head(never())).rejects.toThrow(ChainIdentityError);
  first.intercept(() => null);
  expect((await driver.head(never())).height).toBe(height);
  await expect(driver.identify(never())).rejects.toThrow(ChainIdentityError);
});

it("verifies a node's chain again after it failed, because a load balancer may have moved it", async () => {
  const driver = createDriver([first.url]);
  await driver.head(never());
  first.intercept(() => ({ kind: "cut" }));
  await expect(driver.head(never())).rejects.toThrow(ChainUnavailableError);
  first.intercept(({ method }) => (method === "eth_chainId" ? { kind: "answer", result: "0x38" } : null));
  await expect(driver.head(never())).rejects.toThrow(ChainIdentityError);
});

it("leaves a node that stopped following its chain, although it answers every call", async () => {
  const driver = createDriver([first.url, second.url]);
  const old = (await anvil.rpc("eth_getBlockByNumber", ["0x1", false])) as object;
  first.intercept(({ method, params }) =>
    method === "eth_getBlockByNumber" && params[0] === "latest"
      ? { kind: "answer", result: { ...old, timestamp: "0x1" } }
      : null,
  );
  expect((await driver.head(never())).height).toBe(10);
  expect(driver.nodeHealth()[0]).toMatchObject({ healthy: false, reason: expect.stringContaining("9 blocks behind") });
});

it("reports each node's own answer, including a missing one", async () => {
  const driver = createDriver([first.url, second.url]);
  second.intercept(({ method }) => (method === "eth_getBlockByNumber" ? { kind: "cut" } : null));
  const [told, silent] = await driver.blockAtByEach(3, never());
  expect(told?.answer?.block?.height).toBe(3);
  expect(told?.head?.height).toBe(10);
  expect(silent).toMatchObject({ head: null, answer: null });
  expect(silent?.error).not.toBeNull();
});

it("rejects logs of blocks that it did not read, from a node that changed branch in between", async () => {
  const driver = createDriver([first.url]);
  first.intercept(({ method }) => (method === "eth_getLogs" ? { kind: "answer", result: [foreignLog()] } : null));
  const range = { fromHeight: 2, toHeight: 5, match: matching([]) };
  await expect(driver.scan(range, never())).rejects.toThrow(ChainInconsistentError);
});

it("halves a range whose answer is too large to read", async () => {
  const driver = createDriver([first.url]);
  const huge = "0".repeat(11 * 1024 * 1024);
  first.intercept(({ method, params }) => {
    const { fromBlock, toBlock } = (params[0] ?? {}) as { fromBlock?: string; toBlock?: string };
    return method === "eth_getLogs" && fromBlock !== toBlock ? { kind: "answer", result: [huge] } : null;
  });
  const { blocks } = await driver.scan({ fromHeight: 1, toHeight: 3, match: matching([]) }, never());
  expect(blocks).toHaveLength(3);
  expect(first.calls.filter(({ method }) => method === "eth_getLogs")).toHaveLength(5);
});

it("rejects blocks that do not follow each other", async () => {
  const driver = createDriver([first.url]);
  const other = await stranger.rpc("eth_getBlockByNumber", ["0x0", true]);
  first.intercept(({ method, params }) =>
    method === "eth_getBlockByNumber" && params[0] === "0x4"
      ? { kind: "answer", result: { ...(other as object), number: "0x4" } }
      : null,
  );
  const range = { fromHeight: 2, toHeight: 5, match: matching([]) };
  await expect(driver.scan(range, never())).rejects.toThrow(ChainInconsistentError);
});

function createDriver(urls: readonly string[], callLimitMs = PATIENT_MS): ChainDriver {
  const native = { symbol: "ETH", decimals: 18 };
  return createEvmDriver({ network: "eth", chainId: CHAIN_ID, urls, native, callLimitMs });
}

function foreignLog(): unknown {
  const word = `0x${"12".repeat(32)}`;
  return {
    address: `0x${"34".repeat(20)}`,
    topics: ["0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef", word, word],
    data: word,
    blockHash: word,
    transactionHash: word,
    logIndex: "0x0",
  };
}
