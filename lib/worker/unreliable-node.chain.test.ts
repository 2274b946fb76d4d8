import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { Interception, RpcCall } from "@/lib/chains/evm/testing/rpc-proxy";
import { creditsOf, depositsOf, expectCleanAudit, until, untilStatus } from "@/lib/worker/testing/observe";
import { startTestChain, type TestChain } from "@/lib/worker/testing/test-chain";
import { createTestGateway, type TestGateway } from "@/lib/worker/testing/test-gateway";

/** Longer than a watcher's pause after a few failures, a hanging call's limit included. */
const RECOVERY_LIMIT_MS = 40_000;

let chain: TestChain;
/** Its node hangs from the beginning, for as long as a call may take, while the other one is tried. */
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
  hanging = expectCreditedWhile(hangingChain, on("eth_getLogs", { kind: "hang" }), 1);
  // It is awaited by the last test, and may fail before.
  hanging.catch(() => undefined);
});

afterEach(() => chain.proxy.intercept(() => null));

afterAll(async () => {
  await gateway?.stop();
  await Promise.all([chain?.stop(), hangingChain?.stop()]);
});

type Rule = (call: RpcCall) => Interception | null;

const MISBEHAVIOURS: readonly {
  readonly what: string;
  readonly rule: Rule;
  readonly times: number;
}[] = [
  { what: "answers 429 to everything", rule: () => ({ kind: "refuse", message: "slow down", status: 429 }), times: 2 },
  { what: "cuts every line", rule: () => ({ kind: "cut" }), times: 2 },
  {
    what: "sends half an answer",
    rule: on("eth_getBlockByNumber", { kind: "answer", result: { number: "0x1" } }),
    times: 2,
  },
  { what: "lacks the receipts", rule: on("eth_getTransactionReceipt", { kind: "answer", result: null }), times: 2 },
  {
    what: "answers a range of blocks with no logs at all",
    rule: ({ method, params }) =>
      method === "eth_getLogs" && !("blockHash" in (params[0] as object)) ? { kind: "answer", result: [] } : null,
    times: 1,
  },
];

it.each(MISBEHAVIOURS)("loses nothing and credits once while a node $what", ({ rule, times }) =>
  expectCreditedWhile(chain, rule, times),
);

it("loses nothing and credits once while a node hangs when asked for logs, and other networks do not wait for it", async () => {
  await hanging;
  await expectCleanAudit();
});

async function newInvoice(there = chain) {
  const { id, currentQuote } = await gateway.invoice({ amount: "10", coin: "USDT", network: there.network });
  return { id, address: currentQuote?.address ?? "" };
}

function tenOf({ token }: TestChain): bigint {
  return 10n * 10n ** BigInt(token("USDT").decimals);
}

async function expectCreditedWhile(there: TestChain, rule: Rule, times: number): Promise<void> {
  const { id, address } = await newInvoice(there);
  const { met } = misbehave(there, rule);
  await there.pay(address, tenOf(there), "USDT");
  await until(() => expect(met()).toBeGreaterThanOrEqual(times), RECOVERY_LIMIT_MS);
  there.proxy.intercept(() => null);
  await untilStatus(id, "paid", RECOVERY_LIMIT_MS);
  expect(await depositsOf(id)).toMatchObject([{ status: "confirmed", inclusion: 1 }]);
  expect(await creditsOf(id)).toHaveLength(1);
}

function on(method: string, interception: Interception): Rule {
  return (call) => (call.method === method ? interception : null);
}

/** Counts how often the node misbehaved. */
function misbehave({ proxy }: TestChain, rule: Rule): { met: () => number } {
  let count = 0;
  proxy.intercept((call) => {
    const interception = rule(call);
    if (interception !== null) count += 1;
    return interception;
  });
  return { met: () => count };
}
