import { afterAll, beforeAll, expect, it } from "vitest";
import { database } from "@/lib/kernel/db";
import { expireInvoices } from "@/lib/money-in/invoices/expire-invoices";
import { cursorOf, expectCleanAudit, invoiceRow, until, untilStatus, walletOf } from "@/lib/run/worker/testing/observe";
import { startTestChain, type TestChain } from "@/lib/run/worker/testing/test-chain";
import { createTestGateway, type TestGateway } from "@/lib/run/worker/testing/test-gateway";
import type { WorkerProcess } from "@/lib/run/worker/testing/worker-process";

const TEN = 10_000_000n;
const BLOCK_MS = 1_000;

let chain: TestChain;
let gateway: TestGateway;
let worker: WorkerProcess;

beforeAll(async () => {
  chain = await startTestChain({ network: "eth", chainId: 1, tokens: { USDT: 6 } });
  gateway = await createTestGateway([chain], { leavesDepositsInPlace: true });
  worker = gateway.startWorker();
  await gateway.ready();
});

afterAll(async () => {
  await gateway?.stop();
  await chain?.stop();
});

it("settles an invoice paid in time while no watcher ran, and cancels an unpaid one only after scanning past its expiry", async () => {
  const [paid, halfPaid, unpaid] = [await newInvoice(), await newInvoice(), await newInvoice()];
  await worker.end("SIGTERM");
  await chain.pay(halfPaid.address, TEN / 2n, "USDT");
  await chain.pay(paid.address, TEN, "USDT");
  const expiresAt = await headTime();
  await expireAt(expiresAt, paid, halfPaid, unpaid);
  await until(() => expect(Date.now()).toBeGreaterThan(expiresAt.getTime() + 1000));

  worker = gateway.startWorker();
  await untilStatus(paid.id, "paid");
  expect(await walletOf(gateway.merchantId, "USDT")).toBe("9.9");
  await until(async () => expect((await cursorOf("eth")).caughtUpAt).toEqual(expiresAt));
  await expireInvoices();
  // The head's time equals the expiry: the next block may have the same second.
  expect((await invoiceRow(unpaid.id)).status).toBe("check");
  expect((await invoiceRow(halfPaid.id)).status).toBe("check");

  await chain.mine(1);
  await untilStatus(unpaid.id, "cancel");
  await untilStatus(halfPaid.id, "wrong_amount");
  expect((await cursorOf("eth")).caughtUpAt?.getTime()).toBeGreaterThan(expiresAt.getTime());
  expect(await walletOf(gateway.merchantId, "USDT")).toBe("14.85");
  await expectCleanAudit();
});

it("expires nothing while the node is down", async () => {
  const { id } = await newInvoice();
  chain.proxy.intercept(() => ({ kind: "cut" }));
  await expireAt(new Date(), { id });
  await expireInvoices();
  expect((await invoiceRow(id)).status).toBe("check");
  chain.proxy.intercept(() => null);
  await untilCancelled(id);
});

it("expires nothing based on a node whose head is too old", async () => {
  const { id } = await newInvoice();
  const newest = (await chain.anvil.rpc("eth_getBlockByNumber", ["latest", false])) as { number: string };
  chain.proxy.intercept(({ method, params }) =>
    method === "eth_getBlockByNumber" && params[0] === "latest"
      ? { kind: "answer", result: { ...newest, timestamp: "0x60000000" } }
      : null,
  );
  await until(async () => expect((await cursorOf("eth")).problem).toMatch(/newest block is \d+ s old/));
  await expireAt(new Date(), { id });
  await expireInvoices();
  expect((await invoiceRow(id)).status).toBe("check");
  await expect(newInvoice()).rejects.toThrow();
  chain.proxy.intercept(() => null);
  await untilCancelled(id);
  await until(newInvoice);
});

async function newInvoice() {
  const { id, currentQuote } = await gateway.invoice({ amount: "10", coin: "USDT", network: "eth" });
  return { id, address: currentQuote?.address ?? "" };
}

/** Moves the invoices' expiry to now instead of waiting for an hour. */
async function expireAt(expiresAt: Date, ...invoices: readonly { readonly id: string }[]): Promise<void> {
  await database().invoice.updateMany({ where: { id: { in: invoices.map(({ id }) => id) } }, data: { expiresAt } });
}

/** Blocks count time in whole seconds, so it may take a second block to pass the expiry. */
async function untilCancelled(id: string): Promise<void> {
  await until(() => chain.mine(1).then(() => untilStatus(id, "cancel", BLOCK_MS)));
}

async function headTime(): Promise<Date> {
  const head = (await chain.anvil.rpc("eth_getBlockByNumber", ["latest", false])) as { timestamp: string };
  return new Date(Number.parseInt(head.timestamp, 16) * 1000);
}
