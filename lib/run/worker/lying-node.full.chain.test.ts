import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RpcCall, type RpcProxy, startRpcProxy } from "@/lib/chains/evm/testing/rpc-proxy";
import { type Receiver, startReceiver } from "@/lib/delivery/webhooks/testing/receiver";
import { giveMerchant } from "@/lib/run/worker/testing/merchant-funds";
import { creditsOf, depositsOf, until, untilStatus } from "@/lib/run/worker/testing/observe";
import { beginPayments } from "@/lib/run/worker/testing/payments-in-progress";
import { startTestChain, type TestChain } from "@/lib/run/worker/testing/test-chain";
import { createTestGateway, type TestGateway } from "@/lib/run/worker/testing/test-gateway";

/** Of three hosts, the one that is read first lies to the worker. */

/** keccak256 of `Transfer(address,address,uint256)`. */
const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
const LIES_MIN = 3;
/** Of several nodes, one whose newest block is old counts as lagging. */
const BLOCKS = ["--mixed-mining", "--block-time", "2"];
const ONE = 1_000_000n;
const TEN = 10n * ONE;

let chain: TestChain;
let gateway: TestGateway;
let shop: Receiver;
let honest: readonly RpcProxy[];

beforeAll(async () => {
  chain = await startTestChain({ network: "eth", chainId: 1, tokens: { USDT: 6 }, flags: BLOCKS });
  honest = await Promise.all(["127.0.0.2", "127.0.0.3"].map((host) => startRpcProxy(chain.anvil.url, host)));
  shop = await startReceiver((response) => void response.writeHead(200).end());
  const urls = [chain.proxy, ...honest].map(({ url }) => url);
  gateway = await createTestGateway([chain], { nodeUrls: { eth: urls.join(",") } });
  gateway.startWorker();
  await gateway.ready();
  await giveMerchant(gateway.merchantId, "USDT", "1000");
});

afterAll(async () => {
  await gateway?.stop();
  await shop?.close();
  for (const proxy of honest ?? []) await proxy.stop();
  await chain?.stop();
});

const newInvoice = async () => {
  const { id, currentQuote } = await gateway.invoice({ amount: "10", coin: "USDT", network: "eth" });
  return { id, address: currentQuote?.address ?? "" };
};

test("payments and a payout end as they are on the chain while a node shows an invented transfer in place of the real ones", async () => {
  const victim = await newInvoice();
  const told = { hidden: 0, invented: 0 };
  chain.proxy.intercept(({ method, params }) => {
    if (method !== "eth_getLogs") return null;
    return {
      kind: "change",
      async change(result) {
        told.hidden += (result as unknown[]).length;
        const logs = await inventedLogs(params, victim.address);
        told.invented += logs.length;
        return logs;
      },
    };
  });
  const work = await beginPayments({ chain, gateway, shop });
  await work.payRest();
  await work.expectDone();
  await until(() => expect(told.invented).toBeGreaterThanOrEqual(LIES_MIN));
  expect(told.hidden).toBeGreaterThan(0);
  expect(await depositsOf(victim.id)).toEqual([]);
});

test("a payment of which a node shows ten times the amount is seen and not credited, and others are", async () => {
  const victim = await newInvoice();
  let lies = 0;
  chain.proxy.intercept(({ method }: RpcCall) => {
    if (method !== "eth_getLogs") return null;
    return {
      kind: "change",
      async change(result) {
        return (result as Log[]).map((log) => {
          if (log.topics[2] !== topicOf(victim.address)) return log;
          lies += 1;
          return { ...log, data: `0x${TEN.toString(16).padStart(64, "0")}` };
        });
      },
    };
  });
  await chain.pay(victim.address, ONE, "USDT");
  await until(async () => expect((await depositsOf(victim.id)).map(({ amount }) => amount.toFixed())).toEqual(["10"]));
  await untilStatus(victim.id, "process");
  const read = lies;
  // It was asked again as one of several hosts, and they disagreed.
  await until(() => expect(lies).toBeGreaterThan(read));
  for (let index = 0; index < LIES_MIN; index += 1) {
    const other = await newInvoice();
    await chain.pay(other.address, TEN, "USDT");
    await untilStatus(other.id, "paid");
    expect(await creditsOf(other.id)).toHaveLength(1);
  }
  expect(await depositsOf(victim.id)).toMatchObject([{ status: "seen", bookedInclusion: null }]);
  expect(await creditsOf(victim.id)).toEqual([]);
});

type Log = { readonly topics: readonly string[] };

const topicOf = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, "0")}`;

/** Where a range is asked for: one of a transaction that does not exist. */
async function inventedLogs(params: readonly unknown[], address: string) {
  const { toBlock } = params[0] as { readonly toBlock?: string };
  if (toBlock === undefined) return [];
  const block = (await chain.anvil.rpc("eth_getBlockByNumber", [toBlock, false])) as { hash: string } | null;
  const log = {
    address: chain.token("USDT").address,
    topics: [TRANSFER, topicOf(chain.payer.address), topicOf(address)],
    data: `0x${TEN.toString(16).padStart(64, "0")}`,
    ...{ blockNumber: toBlock, blockHash: block?.hash, blockTimestamp: "0x0" },
    ...{ transactionHash: `0x${randomBytes(32).toString("hex")}`, transactionIndex: "0x0" },
    ...{ logIndex: "0x0", removed: false },
  };
  return [log];
}
