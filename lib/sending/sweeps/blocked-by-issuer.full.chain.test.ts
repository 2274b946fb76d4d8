import { afterAll, beforeAll, expect, it } from "vitest";
import { encodeSetBlocked } from "@/lib/chains/evm/testing/external-account";
import { database } from "@/lib/kernel/db";
import { alarmsAbout, expectComparedAudit, until } from "@/lib/run/worker/testing/observe";
import { startTestChain, type TestChain } from "@/lib/run/worker/testing/test-chain";
import { createTestGateway, type TestGateway } from "@/lib/run/worker/testing/test-gateway";
import type { WorkerProcess } from "@/lib/run/worker/testing/worker-process";
import { paidInvoice, untilSwept } from "@/lib/sending/sweeps/testing/swept-invoices";

const TEN = 10_000_000n;
/** Two gwei. */
const TIP = 2_000_000_000n;

let chain: TestChain;
let gateway: TestGateway;
let worker: WorkerProcess;

beforeAll(async () => {
  chain = await startTestChain({ network: "eth", chainId: 1, tokens: { USDT: 6 } });
  gateway = await createTestGateway([chain]);
  worker = gateway.startWorker();
  await gateway.ready();
});

afterAll(async () => {
  await gateway?.stop();
  await chain?.stop();
});

it("leaves a deposit that the issuer blocked, with one alarm and gas sent once, without blocking others, and sweeps it once unblocked", async () => {
  await database().sweepPolicy.create({
    data: { networkCode: "eth", currencyCode: "USDT", isEnabled: false, amountMin: "1" },
  });
  holdPrices();
  const frozen = await paidInvoice({ gateway, chain }, { coin: "USDT", units: 3n * TEN, amount: "30" });
  // A worker that had estimated the fee before would first send gas for the smaller one.
  await worker.end("SIGTERM");
  await block(frozen.address, true);
  await database().sweepPolicy.updateMany({ data: { isEnabled: true } });
  worker = gateway.startWorker();
  const subject = `eth:USDT:${frozen.address}`;
  // Not the first failed sweep: one that waits too long is given up too, without an alarm.
  await until(async () => expect(await alarmsAbout(subject)).toEqual(["sweep-refused"]));
  expect(await database().sweep.count({ where: { address: frozen.address, status: "fail" } })).toBeGreaterThan(0);
  const free = await paidInvoice({ gateway, chain }, { coin: "USDT", units: TEN });
  expect((await untilSwept(free.id)).amount.toFixed()).toBe("10");
  await expectComparedAudit();
  await block(frozen.address, false);
  expect((await untilSwept(frozen.id)).amount.toFixed()).toBe("30");
  expect(await alarmsAbout(subject)).toEqual([]);
  expect(await database().alarm.count({ where: { subject } })).toBe(1);
  // Excludes gas that was queued and then cancelled.
  const sent = { purpose: "gas", toAddress: frozen.address, status: { not: "cancelled" } } as const;
  expect(await database().send.count({ where: sent })).toBe(1);
  await expectComparedAudit();
});

/**
 * Keeps the tip of every block equal. Otherwise the payer's price would set the fee for ten blocks,
 * followed by blocks without tips: a rise by a factor of a thousand is reason enough to send gas
 * again, at a time that depends on a race.
 */
function holdPrices(): void {
  const tip = `0x${TIP.toString(16)}`;
  const reward = Array.from({ length: 10 }, () => [tip, tip, tip, tip]);
  chain.proxy.intercept(({ method }) => (method === "eth_feeHistory" ? { kind: "answer", result: { reward } } : null));
}

/** Blocks or unblocks an address as the token's issuer. */
async function block(address: string, isBlocked: boolean): Promise<void> {
  await chain.payer.send({ to: chain.token("USDT").address, data: encodeSetBlocked(address, isBlocked) });
  await chain.mine(1);
}
