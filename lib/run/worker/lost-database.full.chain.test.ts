import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Receiver, startReceiver } from "@/lib/delivery/webhooks/testing/receiver";
import { database } from "@/lib/kernel/db";
import { type ApiProcess, createByApi, startApiProcesses } from "@/lib/run/worker/testing/api-process";
import { giveMerchant } from "@/lib/run/worker/testing/merchant-funds";
import { until } from "@/lib/run/worker/testing/observe";
import { beginPayments } from "@/lib/run/worker/testing/payments-in-progress";
import { shareSettings } from "@/lib/run/worker/testing/settings";
import { startTestChain, type TestChain } from "@/lib/run/worker/testing/test-chain";
import { createTestGateway, type TestGateway } from "@/lib/run/worker/testing/test-gateway";
import type { WorkerProcess } from "@/lib/run/worker/testing/worker-process";
import { type OwnPostgres, startOwnPostgres } from "@/lib/testing/own-postgres";

/** Blocks go on, as on a real chain: one that stands still counts as lagging. */
const BLOCKS = ["--mixed-mining", "--block-time", "2"];

/** 422, or 500 where not even the signature could be verified. */
const SERVER_ERROR = { message: expect.stringMatching(/^Server error/) };

let postgres: OwnPostgres;
let chain: TestChain;
let shop: Receiver;
let gateway: TestGateway;
let api: ApiProcess;
let worker: WorkerProcess;

beforeAll(async () => {
  [postgres, chain] = await Promise.all([
    startOwnPostgres(),
    startTestChain({ network: "eth", chainId: 1, tokens: { USDT: 6 }, flags: BLOCKS }),
  ]);
  shareSettings({ DATABASE_URL: postgres.url });
  shop = await startReceiver((response) => void response.writeHead(200).end());
  gateway = await createTestGateway([chain]);
  worker = gateway.startWorker();
  await gateway.ready();
  await giveMerchant(gateway.merchantId, "USDT", "1000");
  [api] = (await startApiProcesses(1)) as [ApiProcess];
});

afterAll(async () => {
  await api?.stop();
  await gateway?.stop();
  await postgres?.stop();
  await shop?.close();
  await chain?.stop();
});

test("a worker whose database hangs gives up its calls, and settles and sends everything once when that responds again", async () => {
  const work = await beginPayments({ chain, gateway, shop });
  const before = worker.output().length;
  postgres.freeze();
  await work.payRest();
  // Web answers within its own time limits.
  expect(await createByApi(api, gateway, randomUUID())).toMatchObject(SERVER_ERROR);
  await until(() => expect(worker.output().slice(before)).toMatch(/timeout/i));
  postgres.thaw();
  await work.expectDone();
  expect(await createByApi(api, gateway, randomUUID())).toMatchObject({ status: 200 });
  expect(worker.hasEnded(), worker.output()).toBe(false);
});

test("a worker whose database ends and starts again goes on without a restart, and settles and sends everything once", async () => {
  const work = await beginPayments({ chain, gateway, shop });
  await postgres.crash();
  await work.payRest();
  const order = randomUUID();
  expect(await createByApi(api, gateway, order)).toMatchObject(SERVER_ERROR);
  expect((await fetch(`${api.url}/readyz`)).status).toBe(503);
  // One that starts now ends, and its supervisor starts it again.
  expect(await endOf(gateway.startWorker())).toBe(1);
  await postgres.restart();
  await work.expectDone();
  await until(async () => expect(await createByApi(api, gateway, order)).toMatchObject({ status: 200 }));
  expect(await database().invoice.count({ where: { orderId: order } })).toBe(1);
  expect(worker.hasEnded(), worker.output()).toBe(false);
});

async function endOf(started: WorkerProcess): Promise<number | null> {
  await until(() => expect(started.hasEnded(), started.output()).toBe(true));
  return (await started.end("SIGTERM")).code;
}
