import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { database } from "@/lib/kernel/db";
import { type ApiProcess, createByApi, startApiProcesses } from "@/lib/run/worker/testing/api-process";
import {
  alarmsAbout,
  creditsOf,
  expectCleanAudit,
  invoiceRow,
  until,
  untilStatus,
} from "@/lib/run/worker/testing/observe";
import { startTestChain, type TestChain } from "@/lib/run/worker/testing/test-chain";
import { createTestGateway, type TestGateway } from "@/lib/run/worker/testing/test-gateway";
import type { WorkerProcess } from "@/lib/run/worker/testing/worker-process";

/** Web and a worker are on a machine whose clock jumps; database and other worker are not. */
const PRELOAD = pathToFileURL(join(import.meta.dirname, "testing/moved-clock.mjs")).href;
const HOUR_MS = 3_600_000;

let chain: TestChain;
let gateway: TestGateway;
let api: ApiProcess;
let moved: Readonly<Record<string, string>>;

beforeAll(async () => {
  const file = join(inject("runFolder"), `clock-${randomUUID()}`);
  moved = { NODE_OPTIONS: `--import=${PRELOAD}`, MOVED_CLOCK_FILE: file };
  moveClock(0);
  chain = await startTestChain({ network: "eth", chainId: 1, tokens: { USDT: 6 } });
  gateway = await createTestGateway([chain]);
});

afterAll(async () => {
  await api?.stop();
  await gateway?.stop();
  await chain?.stop();
});

const moveClock = (ms: number) => writeFileSync(moved["MOVED_CLOCK_FILE"] ?? "", String(ms));

test.each([
  { way: "ahead of", ms: HOUR_MS },
  { way: "behind", ms: -HOUR_MS },
])(
  "a worker whose clock jumps to an hour $way the database's decides nothing, ends with code 1, and another one takes over",
  async ({ way, ms }) => {
    // The only worker so far watches the network.
    const jumping = gateway.startWorker(moved);
    await gateway.ready();
    const other = gateway.startWorker();
    const [unpaid, paid] = [await newInvoice(), await newInvoice()];
    moveClock(ms);
    await chain.pay(paid.address, 10_000_000n, "USDT");
    await expectEnded(jumping, way);
    expect(await alarmsAbout(hostname())).toEqual(["clock-wrong"]);
    await expectEnded(gateway.startWorker(moved), way);
    await untilStatus(paid.id, "paid");
    expect(await creditsOf(paid.id)).toHaveLength(1);
    expect((await invoiceRow(unpaid.id)).status).toBe("check");
    moveClock(0);
    const back = gateway.startWorker(moved);
    await until(async () => expect(await alarmsAbout(hostname())).toEqual([]));
    await expectCleanAudit();
    const ends = await Promise.all([back, other].map((worker) => worker.end("SIGTERM")));
    expect(ends.map(({ code }) => code)).toEqual([0, 0]);
  },
);

test.each([HOUR_MS, -HOUR_MS])(
  "a web process whose clock jumps by %i ms is not ready, answers 500 and writes nothing, until the clock is right again",
  async (ms) => {
    const worker = gateway.startWorker();
    [api] = (await startApiProcesses(1, moved)) as [ApiProcess];
    await gateway.ready();
    await until(async () => expect((await readiness()).status).toBe(200));
    const order = randomUUID();
    moveClock(ms);
    await until(async () => expect(await createByApi(api, gateway, order)).toMatchObject({ status: 500 }));
    expect(await readiness()).toMatchObject({ status: 503, json: { checks: { clock: { ok: false } } } });
    expect(await database().invoice.count({ where: { orderId: order } })).toBe(0);
    moveClock(0);
    await until(async () => expect(await createByApi(api, gateway, order)).toMatchObject({ status: 200 }));
    expect((await readiness()).status).toBe(200);
    expect(await database().invoice.count({ where: { orderId: order } })).toBe(1);
    await api.stop();
    await worker.end("SIGTERM");
  },
);

async function expectEnded(worker: WorkerProcess, way: string): Promise<void> {
  await until(() => expect(worker.hasEnded(), worker.output()).toBe(true));
  expect(await worker.end("SIGTERM"), worker.output()).toEqual({ code: 1, signal: null });
  expect(worker.output()).toMatch(new RegExp(`this machine's clock is 3\\d{3} s ${way} the database.s`));
}

async function newInvoice() {
  const { id, currentQuote } = await gateway.invoice({ amount: "10", coin: "USDT", network: "eth" });
  return { id, address: currentQuote?.address ?? "" };
}

async function readiness(): Promise<{ status: number; json: unknown }> {
  const response = await fetch(`${api.url}/readyz`);
  return { status: response.status, json: await response.json() };
}
