import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { encodeTokenTransfer } from "@/lib/chains/evm/testing/external-account";
import { deploySpammer, type LogSpammer, ROOMY_FLAGS } from "@/lib/chains/evm/testing/log-spammer";
import { database } from "@/lib/kernel/db";
import { creditsOf, cursorOf, expectCleanAudit, until, untilStatus } from "@/lib/run/worker/testing/observe";
import { startTestChain, type TestChain } from "@/lib/run/worker/testing/test-chain";
import { createTestGateway, type TestGateway } from "@/lib/run/worker/testing/test-gateway";
import type { WorkerProcess } from "@/lib/run/worker/testing/worker-process";

const LOGS = 50_000;
/** It takes half of that on an idle machine; this much is allowed to a busy one. */
const READ_WITHIN_MS = 40_000;
const MEMORY_MB_MAX = 400;

let fat: TestChain;
let other: TestChain;
let gateway: TestGateway;
let worker: WorkerProcess;
let spammer: LogSpammer;

beforeAll(async () => {
  [fat, other] = await Promise.all([
    startTestChain({ network: "bsc", chainId: 56, tokens: { USDT: 18 }, flags: ROOMY_FLAGS }),
    startTestChain({ network: "eth", chainId: 1, tokens: { USDT: 6 } }),
  ]);
  spammer = await deploySpammer(fat.anvil, fat.noise);
  gateway = await createTestGateway([fat, other]);
  worker = gateway.startWorker();
  await gateway.ready();
});

afterAll(async () => {
  await gateway?.stop();
  await Promise.all([fat?.stop(), other?.stop()]);
});

it("reads a block of 50,000 transfers, including one to us inside a batch transaction, quickly and in 400 MB", async () => {
  const spammed = await newInvoice(fat);
  const elsewhere = await newInvoice(other);
  // Into one block: the spam with a worthless token for the address, and the payment itself.
  await fat.anvil.rpc("evm_setAutomine", [false]);
  await spammer.spam(LOGS, spammed.address);
  await fat.payer.send({ to: fat.token("USDT").address, data: encodeTokenTransfer(spammed.address, tenOf(fat)) });
  await fat.anvil.rpc("anvil_mine", [1]);
  const minedAt = performance.now();
  const height = BigInt(await fat.height());
  await fat.anvil.rpc("evm_setAutomine", [true]);
  await other.pay(elsewhere.address, tenOf(other), "USDT");
  await until(async () => expect((await cursorOf("bsc")).height).toBeGreaterThanOrEqual(height), READ_WITHIN_MS);
  const took = Math.round(performance.now() - minedAt);
  const peak = await peakMegabytes(worker.pid);
  console.log(`read after ${took} ms, the worker's peak ${peak} MB`);
  expect(peak).toBeLessThan(MEMORY_MB_MAX);
  await fat.mine(3);
  for (const { id } of [spammed, elsewhere]) {
    await untilStatus(id, "paid");
    expect(await creditsOf(id)).toHaveLength(1);
  }
  const unknown = await database().unknownToken.findFirst({ where: { networkCode: "bsc" } });
  expect(unknown?.contract.toLowerCase()).toBe(spammer.contract.toLowerCase());
  await expectCleanAudit();
});

async function newInvoice(there: TestChain) {
  const { id, currentQuote } = await gateway.invoice({ amount: "10", coin: "USDT", network: there.network });
  return { id, address: currentQuote?.address ?? "" };
}

function tenOf(chain: TestChain): bigint {
  return 10n ** BigInt(chain.token("USDT").decimals + 1);
}

/** Returns the peak resident memory of the process. */
async function peakMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Math.round(Number.parseInt(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? "", 10) / 1024);
}
