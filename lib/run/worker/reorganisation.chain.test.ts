import { afterAll, beforeAll, expect, it } from "vitest";
import { type Receiver, startReceiver } from "@/lib/delivery/webhooks/testing/receiver";
import { database, withTransaction } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { merchantWallet, operatorCapital, receivable } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/holdings";
import { postEntry } from "@/lib/ledger/post-entry";
import {
  alarmsAbout,
  creditsOf,
  cursorOf,
  depositsOf,
  expectCleanAudit,
  timeLineOf,
  until,
  untilRead,
  untilStatus,
  walletOf,
} from "@/lib/run/worker/testing/observe";
import { startTestChain, type TestChain } from "@/lib/run/worker/testing/test-chain";
import { createTestGateway, type TestGateway } from "@/lib/run/worker/testing/test-gateway";
import type { WorkerProcess } from "@/lib/run/worker/testing/worker-process";

/** 10 USD in a token of 6 decimals; the merchant gets 99 %. */
const TEN = 10_000_000n;

let chain: TestChain;
let gateway: TestGateway;
let shop: Receiver;
let workers: WorkerProcess[];

beforeAll(async () => {
  chain = await startTestChain({ network: "eth", chainId: 1, tokens: { USDT: 6 } });
  shop = await startReceiver((response) => void response.writeHead(200).end());
  gateway = await createTestGateway([chain], { leavesDepositsInPlace: true });
  workers = [gateway.startWorker(), gateway.startWorker()];
  await gateway.ready();
});

afterAll(async () => {
  await gateway?.stop();
  await shop?.close();
  await chain?.stop();
});

it("never credits a payment that leaves the chain before it is confirmed, and the invoice waits again", async () => {
  await confirmAt(3);
  const { id, address } = await newInvoice();
  const transaction = await chain.pay(address, TEN, "USDT");
  await untilStatus(id, "process");
  await chain.reorganise(1, []);
  await untilStatus(id, "check");
  await chain.mine(5);
  await untilRead("eth", await chain.height());
  expect(await depositsOf(id)).toMatchObject([{ status: "vanished", bookedInclusion: null }]);
  expect(await walletOf(gateway.merchantId, "USDT")).toBe("0");
  expect(await timeLineOf(id)).not.toContain("deposit-confirmed");
  await expectCleanAudit();

  await chain.anvil.rpc("eth_sendRawTransaction", [chain.payer.rawOf(transaction)]);
  await untilStatus(id, "process");
  await chain.mine(2);
  await untilStatus(id, "paid");
  expect(await depositsOf(id)).toMatchObject([{ status: "confirmed", inclusion: 2, bookedInclusion: 2 }]);
  expect(await walletOf(gateway.merchantId, "USDT")).toBe("9.9");
  await expectCleanAudit();
});

it.each([1, 3])(
  "reverses a credit that a reorganisation beyond %i confirmations removes, reports it, and credits the same transaction again once",
  async (confirmations) => {
    await confirmAt(confirmations);
    const before = await walletOf(gateway.merchantId, "USDT");
    const { id, transaction, depth } = await paidInvoice(confirmations);
    const [first] = await depositsOf(id);

    await chain.reorganise(depth, []);
    await untilStatus(id, "process");
    expect(await walletOf(gateway.merchantId, "USDT")).toBe(before);
    expect(await depositsOf(id)).toMatchObject([{ status: "vanished", bookedInclusion: null }]);
    expect(await timeLineOf(id)).toContain("deposit-reversed");
    expect(await alarmsAbout(first?.id ?? "")).toEqual(["deposit-reversed"]);
    await until(() => expect(statusesSent(id).at(-1)).toBe("process"));
    await expectCleanAudit();

    const logIndexBefore = first?.position;
    await chain.reorganise(1, [transaction]);
    await chain.mine(confirmations);
    await untilStatus(id, "paid");
    expect(await depositsOf(id)).toMatchObject([{ status: "confirmed", inclusion: 2, position: logIndexBefore }]);
    expect(await creditsOf(id)).toMatchObject([
      { inclusion: 1, reversedAt: expect.any(Date) },
      { inclusion: 2, reversedAt: null },
    ]);
    expect(await walletOf(gateway.merchantId, "USDT")).toBe(decimal(before).plus("9.9").toFixed());
    await until(() => expect(statusesSent(id).at(-1)).toBe("paid"));
    await expectCleanAudit();
  },
);

it("keeps an expired invoice open if a reorganisation only moves its payment to another block", async () => {
  await confirmAt(3);
  const { id, address } = await newInvoice();
  const transaction = await chain.pay(address, TEN, "USDT");
  await untilStatus(id, "process");
  // Scanned past its expiry, so that only the payment in flight keeps it open.
  await database().invoice.update({ where: { id }, data: { expiresAt: await headTime() } });
  await chain.mine(1);
  await until(async () => expect((await cursorOf("eth")).caughtUpAt).toEqual(await headTime()));
  const depth = (await chain.height()) - (await blockOf(transaction)) + 1;
  await chain.reorganise(depth, [transaction]);
  await until(async () => expect(await depositsOf(id)).toMatchObject([{ status: "seen", inclusion: 2 }]));
  await chain.mine(3);
  await untilStatus(id, "paid");
  expect(statusesSent(id)).not.toContain("fail");
  expect(statusesSent(id)).not.toContain("cancel");
  await expectCleanAudit();
});

it("books what the merchant has spent of a reversed credit as a debt, which the next credit repays", async () => {
  await confirmAt(1);
  const { id, transaction, depth } = await paidInvoice(1);
  await spendAllBut("4");
  await chain.reorganise(depth, []);
  await untilStatus(id, "process");
  expect(await walletOf(gateway.merchantId, "USDT")).toBe("0");
  expect((await findBalance(receivable(gateway.merchantId, "USDT"))).toFixed()).toBe("-5.9");
  await expectCleanAudit();

  await chain.reorganise(1, [transaction]);
  await untilStatus(id, "paid");
  expect(await walletOf(gateway.merchantId, "USDT")).toBe("4");
  expect((await findBalance(receivable(gateway.merchantId, "USDT"))).toFixed()).toBe("0");
  await expectCleanAudit();
});

it("leaves the credit unchanged if the transaction is back, at another log index, before the next scan", async () => {
  await confirmAt(3);
  const { id, transaction, depth } = await paidInvoice(3);
  const before = await walletOf(gateway.merchantId, "USDT");
  const indexBefore = await logIndexOf(transaction);
  // The workers are suspended meanwhile.
  signalWorkers("SIGSTOP");
  await chain.reorganise(depth, [transaction]);
  expect(await logIndexOf(transaction)).not.toBe(indexBefore);
  signalWorkers("SIGCONT");
  await until(async () => expect(await depositsOf(id)).toMatchObject([{ inclusion: 2 }]));
  await chain.mine(3);
  await until(async () =>
    expect(await depositsOf(id)).toMatchObject([{ status: "confirmed", inclusion: 2, bookedInclusion: 1 }]),
  );
  expect(await timeLineOf(id)).not.toContain("deposit-reversed");
  expect(await creditsOf(id)).toMatchObject([{ inclusion: 1, reversedAt: null }]);
  expect(await walletOf(gateway.merchantId, "USDT")).toBe(before);
  await expectCleanAudit();
});

function signalWorkers(signal: "SIGSTOP" | "SIGCONT"): void {
  for (const { pid } of workers) process.kill(pid, signal);
}

async function confirmAt(confirmations: number): Promise<void> {
  await database().network.update({ where: { code: "eth" }, data: { confirmations } });
}

async function newInvoice() {
  const { id, currentQuote } = await gateway.invoice({
    amount: "10",
    coin: "USDT",
    network: "eth",
    callback: shop.url,
  });
  return { id, address: currentQuote?.address ?? "" };
}

/** Creates a paid and credited invoice; `depth` counts the payment's block and those above it. */
async function paidInvoice(confirmations: number) {
  const { id, address } = await newInvoice();
  const transaction = await chain.pay(address, TEN, "USDT");
  const paidAt = await chain.height();
  if (confirmations > 1) await chain.mine(confirmations - 1);
  await untilStatus(id, "paid");
  return { id, transaction, depth: (await chain.height()) - paidAt + 1 };
}

/** Simulates an outflow: money leaves the merchant's wallet. */
async function spendAllBut(rest: string): Promise<void> {
  const there = await findBalance(merchantWallet(gateway.merchantId, "USDT"));
  await withTransaction((tx) =>
    postEntry(tx, {
      kind: "capital.fund",
      reference: "spent in a test",
      groupId: "spent in a test",
      legs: [
        {
          debit: merchantWallet(gateway.merchantId, "USDT"),
          credit: operatorCapital("USDT"),
          amount: there.minus(rest),
        },
      ],
    }),
  );
}

function statusesSent(invoiceId: string): string[] {
  return shop.received
    .map(({ body }) => JSON.parse(body) as { uuid: string; status: string })
    .filter(({ uuid }) => uuid === invoiceId)
    .map(({ status }) => status);
}

async function headTime(): Promise<Date> {
  const head = (await chain.anvil.rpc("eth_getBlockByNumber", ["latest", false])) as { timestamp: string };
  return new Date(Number.parseInt(head.timestamp, 16) * 1000);
}

async function blockOf(transaction: string): Promise<number> {
  const receipt = (await chain.anvil.rpc("eth_getTransactionReceipt", [transaction])) as { blockNumber: string };
  return Number.parseInt(receipt.blockNumber, 16);
}

async function logIndexOf(transaction: string): Promise<string | undefined> {
  const receipt = (await chain.anvil.rpc("eth_getTransactionReceipt", [transaction])) as {
    logs: { logIndex: string }[];
  };
  return receipt.logs[0]?.logIndex;
}
