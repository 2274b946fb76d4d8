import { afterAll, beforeAll, expect, it } from "vitest";
import { type Receiver, startReceiver } from "@/lib/delivery/webhooks/testing/receiver";
import { database } from "@/lib/kernel/db";
import { freeAfterKill } from "@/lib/run/worker/testing/free-after-kill";
import { creditsOf, expectCleanAudit, until, untilStatus } from "@/lib/run/worker/testing/observe";
import { startTestChain, type TestChain } from "@/lib/run/worker/testing/test-chain";
import { createTestGateway, type TestGateway } from "@/lib/run/worker/testing/test-gateway";
import type { WorkerProcess } from "@/lib/run/worker/testing/worker-process";

const TEN = 10_000_000n;

let chain: TestChain;
let gateway: TestGateway;
let shop: Receiver;
let workers: WorkerProcess[];
/** Responses that the shop holds back; null: it responds at once. */
let heldBack: (() => void)[] | null = null;

beforeAll(async () => {
  chain = await startTestChain({ network: "eth", chainId: 1, tokens: { USDT: 6 } });
  shop = await startReceiver((response) => {
    const answer = () => void response.writeHead(200).end();
    if (heldBack === null) answer();
    else heldBack.push(answer);
  });
  gateway = await createTestGateway([chain]);
  workers = [gateway.startWorker(), gateway.startWorker()];
  await gateway.ready();
});

afterAll(async () => {
  await gateway?.stop();
  await shop?.close();
  await chain?.stop();
});

it("shows each worker's heartbeat, and one worker per network", async () => {
  await until(async () => expect(await livingPids()).toEqual(workers.map(({ pid }) => pid).sort()));
  expect(await watcherPids()).toHaveLength(1);
  expect(workers.map(({ pid }) => pid)).toContain((await watcherPids())[0]);
});

it("hands a network over when its worker is killed, and credits nothing twice", async () => {
  const [watcherPid] = await watcherPids();
  const { id, address } = await newInvoice();
  await endByPid(watcherPid, "SIGKILL");
  await chain.pay(address, TEN, "USDT");
  await untilStatus(id, "paid");
  const [nextPid] = await watcherPids();
  expect(nextPid).toBe(workers[0]?.pid);
  expect(await creditsOf(id)).toHaveLength(1);
  await until(() => expect(statusesSent(id)).toContain("paid"));
  await expectCleanAudit();
});

it("exits with code 0, not by force, on SIGTERM in the middle of its work, and the next worker finishes that work", async () => {
  heldBack = [];
  const { id, address } = await newInvoice();
  await chain.pay(address, TEN, "USDT");
  await untilStatus(id, "paid");
  await until(() => expect(heldBack?.length).toBeGreaterThan(0));
  const ends = await Promise.all(workers.map((worker) => worker.end("SIGTERM")));
  // After its own time limit it would exit by force, with code 1.
  expect(ends).toEqual(ends.map(() => ({ code: 0, signal: null })));
  const stopped = workers.map(({ pid }) => pid);
  expect((await livingPids()).filter((pid) => stopped.includes(pid))).toEqual([]);
  expect(await countClaims()).toBe(0);
  heldBack = null;
  const before = shop.received.length;
  workers = [gateway.startWorker()];
  await until(() => expect(statusesSent(id, before)).toContain("paid"));
});

it("sends a webhook again that a killed worker was sending", async () => {
  heldBack = [];
  const { id, address } = await newInvoice();
  await chain.pay(address, TEN, "USDT");
  await until(() => expect(heldBack?.length).toBeGreaterThan(0));
  await Promise.all(workers.map((worker) => worker.end("SIGKILL")));
  expect(await countClaims()).toBeGreaterThan(0);
  await freeAfterKill();
  heldBack = null;
  const before = shop.received.length;
  workers = [gateway.startWorker()];
  await until(() => expect(statusesSent(id, before)).toContain("paid"));
  await until(async () => expect(await countClaims()).toBe(0));
  expect(await creditsOf(id)).toHaveLength(1);
  await expectCleanAudit();
});

async function newInvoice() {
  const { id, currentQuote } = await gateway.invoice({
    amount: "10",
    coin: "USDT",
    network: "eth",
    callback: shop.url,
  });
  return { id, address: currentQuote?.address ?? "" };
}

async function endByPid(pid: number | undefined, signal: "SIGKILL"): Promise<void> {
  const victim = workers.find((worker) => worker.pid === pid);
  expect(victim).toBeDefined();
  await victim?.end(signal);
  workers = workers.filter((worker) => worker !== victim);
}

async function livingPids(): Promise<number[]> {
  return (await database().workerHeartbeat.findMany()).map(({ pid }) => pid).sort();
}

/** Returns processes that hold the network's scan lock, from the names of their connections. */
async function watcherPids(): Promise<number[]> {
  const rows = await database().$queryRaw<{ name: string }[]>`
    SELECT a.application_name AS name FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
    WHERE l.locktype = 'advisory' AND l.granted AND a.datname = current_database() AND a.application_name LIKE 'chaintill locks %'
      AND l.objid = (hashtext('eth')::bigint & 4294967295)::oid`;
  return rows.map(({ name }) => Number.parseInt(name.split(" ").at(-1) ?? "", 10));
}

async function countClaims(): Promise<number> {
  const rows = await database().$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM webhook_deliveries WHERE claimed_until IS NOT NULL`;
  return rows[0]?.count ?? 0;
}

function statusesSent(invoiceId: string, from = 0): string[] {
  return shop.received
    .slice(from)
    .map(({ body }) => JSON.parse(body) as { uuid: string; status: string })
    .filter(({ uuid }) => uuid === invoiceId)
    .map(({ status }) => status);
}
