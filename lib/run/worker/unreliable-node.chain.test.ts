import { afterAll, afterEach, beforeAll, it } from "vitest";
import { expectCleanAudit } from "@/lib/run/worker/testing/observe";
import { startTestChain, type TestChain } from "@/lib/run/worker/testing/test-chain";
import { createTestGateway, type TestGateway } from "@/lib/run/worker/testing/test-gateway";
import { expectCreditedWhile, type NodeFaults, on } from "@/lib/run/worker/testing/unreliable-node";

let chain: TestChain;
/** Its node hangs from the start, for as long as a call may take, while the other one is tested. */
let hangingChain: TestChain;
let gateway: TestGateway;
let hanging: Promise<void>;

beforeAll(async () => {
  [chain, hangingChain] = await Promise.all([
    startTestChain({ network: "eth", chainId: 1, tokens: { USDT: 6 } }),
    startTestChain({ network: "bsc", chainId: 56, tokens: { USDT: 18 } }),
  ]);
  gateway = await createTestGateway([chain, hangingChain]);
  gateway.startWorker();
  gateway.startWorker();
  await gateway.ready();
  const hangs = { rule: on("eth_getLogs", { kind: "hang" }), times: 1 };
  hanging = expectCreditedWhile({ gateway, chain: hangingChain }, hangs);
  // It is awaited by the last test, and may fail before.
  hanging.catch(() => undefined);
});

afterEach(() => chain.proxy.intercept(() => null));

afterAll(async () => {
  await gateway?.stop();
  await Promise.all([chain?.stop(), hangingChain?.stop()]);
});

/** Plausible but wrong responses. Missing responses: unreliable-node.full.chain.test.ts. */
const LIES: readonly NodeFaults[] = [
  { what: "returns no receipts", rule: on("eth_getTransactionReceipt", { kind: "answer", result: null }), times: 2 },
  {
    what: "returns no logs for a range of blocks",
    rule: ({ method, params }) =>
      method === "eth_getLogs" && !("blockHash" in (params[0] as object)) ? { kind: "answer", result: [] } : null,
    times: 1,
  },
];

it.each(LIES)("loses nothing and credits once while a node $what", (lie) =>
  expectCreditedWhile({ gateway, chain }, lie),
);

it("loses nothing and credits once while a node hangs on log queries, without delaying other networks", async () => {
  await hanging;
  await expectCleanAudit();
});
