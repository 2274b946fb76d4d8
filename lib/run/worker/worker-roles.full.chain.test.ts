import { afterAll, beforeAll, expect, it } from "vitest";
import { type Receiver, startReceiver } from "@/lib/delivery/webhooks/testing/receiver";
import { creditsOf, until, untilStatus } from "@/lib/run/worker/testing/observe";
import { startTestChain, type TestChain } from "@/lib/run/worker/testing/test-chain";
import { createTestGateway, type TestGateway } from "@/lib/run/worker/testing/test-gateway";

const TEN = 10_000_000n;

let chain: TestChain;
let gateway: TestGateway;
let shop: Receiver;

beforeAll(async () => {
  chain = await startTestChain({ network: "eth", chainId: 1, tokens: { USDT: 6 } });
  shop = await startReceiver((response) => void response.writeHead(200).end());
  gateway = await createTestGateway([chain]);
});

afterAll(async () => {
  await gateway?.stop();
  await shop?.close();
  await chain?.stop();
});

it("shares a payment between workers with roles, of which only one has the seed and the nodes", async () => {
  const without = { SEED_KEY: "", NODE_URLS_ETH: "" };
  const workers = [
    gateway.startWorker({}, ["--only", "watch,send"]),
    gateway.startWorker(without, ["--only", "settle"]),
    gateway.startWorker(without, ["--only", "webhooks"]),
  ];
  await gateway.ready();
  const { id, currentQuote } = await gateway.invoice({
    amount: "10",
    coin: "USDT",
    network: "eth",
    callback: shop.url,
  });
  await chain.pay(currentQuote?.address ?? "", TEN, "USDT");
  await untilStatus(id, "paid");
  await until(() => expect(statusesSent(id)).toContain("paid"));
  expect(await creditsOf(id)).toHaveLength(1);
  const ends = await Promise.all(workers.map((worker) => worker.end("SIGTERM")));
  expect(ends.map(({ code }) => code)).toEqual([0, 0, 0]);
});

it("reports an invalid setting in one line, and exits", async () => {
  const worker = gateway.startWorker({ SEED_KEY: "short" });
  await until(() => expect(worker.hasEnded()).toBe(true));
  const { code } = await worker.end("SIGTERM");
  expect(code).toBe(1);
  expect(worker.output().trim().split("\n")).toEqual([expect.stringMatching(/^Bad setting SEED_KEY: /)]);
});

function statusesSent(invoiceId: string): string[] {
  return shop.received
    .map(({ body }) => JSON.parse(body) as { uuid: string; status: string })
    .filter(({ uuid }) => uuid === invoiceId)
    .map(({ status }) => status);
}
