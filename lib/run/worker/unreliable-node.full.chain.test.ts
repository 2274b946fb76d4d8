import { afterAll, afterEach, beforeAll, it } from "vitest";
import { expectCleanAudit } from "@/lib/run/worker/testing/observe";
import { startTestChain, type TestChain } from "@/lib/run/worker/testing/test-chain";
import { createTestGateway, type TestGateway } from "@/lib/run/worker/testing/test-gateway";
import { expectCreditedWhile, type NodeFaults, on } from "@/lib/run/worker/testing/unreliable-node";

let chain: TestChain;
let gateway: TestGateway;

beforeAll(async () => {
  chain = await startTestChain({ network: "eth", chainId: 1, tokens: { USDT: 6 } });
  gateway = await createTestGateway([chain]);
  gateway.startWorker();
  gateway.startWorker();
  await gateway.ready();
});

afterEach(() => chain.proxy.intercept(() => null));

afterAll(async () => {
  await gateway?.stop();
  await chain?.stop();
});

const FAILURES: readonly NodeFaults[] = [
  {
    what: "answers every request with 429",
    rule: () => ({ kind: "refuse", message: "slow down", status: 429 }),
    times: 2,
  },
  { what: "drops every connection", rule: () => ({ kind: "cut" }), times: 2 },
  {
    what: "returns incomplete blocks",
    rule: on("eth_getBlockByNumber", { kind: "answer", result: { number: "0x1" } }),
    times: 2,
  },
];

it.each(FAILURES)("loses nothing and credits once while a node $what", async (failure) => {
  await expectCreditedWhile({ gateway, chain }, failure);
  await expectCleanAudit();
});
