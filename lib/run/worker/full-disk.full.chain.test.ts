import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { closeSync, mkdtempSync, openSync, rmSync, unlinkSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect } from "vitest";
import { type Receiver, startReceiver } from "@/lib/delivery/webhooks/testing/receiver";
import { roomCheck } from "@/lib/fronts/doctor/database-checks";
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
import { type MissingRequirement, testUnless } from "@/lib/testing/unless";

const SIZE = "320m";
const ADDRESSES = 300;
const BLOCKS = ["--mixed-mining", "--block-time", "2"];

const disk = mkdtempSync(join(tmpdir(), "chaintill-disk-"));
const missing = mountDisk();

let postgres: OwnPostgres;
let chain: TestChain;
let shop: Receiver;
let gateway: TestGateway;
let api: ApiProcess;
let worker: WorkerProcess;

beforeAll(async () => {
  if (missing !== null) return;
  [postgres, chain] = await Promise.all([
    startOwnPostgres(disk),
    startTestChain({ network: "eth", chainId: 1, tokens: { USDT: 6 }, flags: BLOCKS }),
  ]);
  shareSettings({ DATABASE_URL: postgres.url });
  shop = await startReceiver((response) => void response.writeHead(200).end());
  gateway = await createTestGateway([chain], { poolSize: ADDRESSES });
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
  if (missing === null) execFileSync("umount", [disk]);
  rmSync(disk, { recursive: true, force: true });
});

testUnless(missing)(
  "while the database's disk is full calls are answered with Server error and write nothing, the doctor says so, and afterwards everything goes on and is done once",
  async () => {
    await postgres.asSuperuser((client) => client.query("GRANT pg_read_all_settings TO chaintill"));
    const work = await beginPayments({ chain, gateway, shop });
    fillDisk();
    await work.payRest();
    const [room] = await roomCheck.run({ now: new Date(), request: null, signal: AbortSignal.timeout(10_000) });
    expect(room).toMatchObject({ state: "error", summary: "The disk is almost full." });
    const refused = await firstRefusedOrder();
    unlinkSync(ballast());
    if (!(await isReachable())) await postgres.restart();
    expect(await countInvoices(refused)).toBe(0);
    await until(async () => expect(await createByApi(api, gateway, refused)).toMatchObject({ status: 200 }));
    expect(await countInvoices(refused)).toBe(1);
    await work.expectDone();
    expect(worker.hasEnded(), worker.output()).toBe(false);
  },
);

/** Rows first use the free room of their table's last page. */
async function firstRefusedOrder(): Promise<string> {
  for (let count = 0; count < ADDRESSES; count += 1) {
    const order = randomUUID();
    const answer = await createByApi(api, gateway, order);
    if (answer.message === "Server error") return order;
    expect(answer.status).toBe(200);
  }
  throw new Error("the full disk was never noticed");
}

function countInvoices(orderId: string): Promise<number> {
  return until(() => database().invoice.count({ where: { orderId } }));
}

async function isReachable(): Promise<boolean> {
  const client = new pg.Client({ connectionString: postgres.url });
  client.on("error", () => undefined);
  const reached = await client.connect().then(
    () => true,
    // Starting up again counts: it does that by itself.
    (error: { code?: string }) => error.code === "57P03",
  );
  await client.end().catch(() => undefined);
  return reached;
}

const ballast = () => join(disk, "ballast");

/** Leaves no room on the disk. */
function fillDisk(): void {
  const file = openSync(ballast(), "w");
  for (let size = 2 ** 20; size >= 1; size = Math.floor(size / 4)) {
    const block = Buffer.alloc(size);
    try {
      for (;;) writeSync(file, block);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
    }
  }
  closeSync(file);
}

function mountDisk(): MissingRequirement {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${SIZE}`, "tmpfs", disk], { stdio: "ignore" });
    return null;
  } catch {
    return "no right to mount a small disk here";
  }
}
