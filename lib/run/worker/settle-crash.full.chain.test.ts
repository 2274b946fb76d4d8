import { afterAll, beforeAll, expect, test } from "vitest";
import { type Receiver, startReceiver } from "@/lib/delivery/webhooks/testing/receiver";
import type { CrashPoint } from "@/lib/kernel/crash-point";
import { database } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { freeAfterKill } from "@/lib/run/worker/testing/free-after-kill";
import { creditsOf, expectCleanAudit, until, untilStatus, walletOf } from "@/lib/run/worker/testing/observe";
import { startTestChain, type TestChain } from "@/lib/run/worker/testing/test-chain";
import { createTestGateway, type TestGateway } from "@/lib/run/worker/testing/test-gateway";
import type { WorkerProcess } from "@/lib/run/worker/testing/worker-process";

const INVOICES = 8;
/** Ten dollars without the commission of one percent, for each invoice. */
const CREDITED = "79.2";

let chain: TestChain;
let gateway: TestGateway;
let shop: Receiver;
let worker: WorkerProcess;

beforeAll(async () => {
  chain = await startTestChain({ network: "eth", chainId: 1, tokens: { USDT: 6 } });
  shop = await startReceiver((response) => void response.writeHead(200).end());
  gateway = await createTestGateway([chain], { leavesDepositsInPlace: true });
  worker = gateway.startWorker();
  await gateway.ready();
});

afterAll(async () => {
  await gateway?.stop();
  await shop?.close();
  await chain?.stop();
});

/** How many of the invoices are settled when the worker has died. */
const DEATHS: readonly { readonly point: CrashPoint; readonly isCommitted: boolean }[] = [
  { point: "settle:written", isCommitted: false },
  { point: "settle:committed", isCommitted: true },
];

test.each(DEATHS)(
  "a worker that dies at $point of invoices that it settles together leaves all or none of them settled, and the next one credits each once",
  async ({ point, isCommitted }) => {
    const before = await walletOf(gateway.merchantId, "USDT");
    const sent = shop.received.length;
    const invoices = await Promise.all(Array.from({ length: INVOICES }, newInvoice));
    gateway.crashAt(point);
    // In one transaction, and so in one block.
    await chain.payMany(
      invoices.map(({ address }) => ({ to: address, units: 10_000_000n })),
      "USDT",
    );
    await until(() => expect(worker.hasEnded(), worker.output()).toBe(true));
    expect((await worker.end("SIGKILL")).signal, worker.output()).toBe("SIGKILL");
    gateway.crashAt(null);
    const ids = invoices.map(({ id }) => id);
    // The first may have been settled alone, before others had joined it.
    if (isCommitted) expect(await countPaid(ids)).toBeGreaterThan(1);
    else expect(await countPaid(ids)).toBeLessThanOrEqual(1);
    await freeAfterKill();
    worker = gateway.startWorker();
    for (const { id } of invoices) {
      await untilStatus(id, "paid");
      expect(await creditsOf(id)).toHaveLength(1);
    }
    const credited = decimal(await walletOf(gateway.merchantId, "USDT")).minus(before);
    expect(credited.toFixed()).toBe(CREDITED);
    await until(() => expect(paidReported(sent)).toEqual(new Set(ids)));
    await until(async () => expect(await countSettlingJobs()).toBe(0));
    await expectCleanAudit();
  },
);

async function newInvoice() {
  const terms = { amount: "10", coin: "USDT", network: "eth", callback: shop.url };
  const { id, currentQuote } = await gateway.invoice(terms);
  return { id, address: currentQuote?.address ?? "" };
}

function countPaid(ids: readonly string[]): Promise<number> {
  return database().invoice.count({ where: { id: { in: [...ids] }, status: "paid" } });
}

/** The invoices that webhooks reported as paid since then. */
function paidReported(from: number): ReadonlySet<string> {
  const bodies = shop.received.slice(from).map(({ body }) => JSON.parse(body) as { uuid: string; status: string });
  return new Set(bodies.flatMap(({ uuid, status }) => (status === "paid" ? [uuid] : [])));
}

async function countSettlingJobs(): Promise<number> {
  const rows = await database().$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM graphile_worker.jobs WHERE key LIKE 'settle:%'`;
  return rows[0]?.count ?? -1;
}
