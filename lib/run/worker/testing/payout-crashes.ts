import { randomBytes, randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { CrashPoint } from "@/lib/kernel/crash-point";
import { database } from "@/lib/kernel/db";
import type { Payout } from "@/lib/money-out/payouts/payout";
import { findMerchantPayout } from "@/lib/money-out/payouts/repo";
import { createPayoutInput } from "@/lib/money-out/payouts/schema";
import { createPayout } from "@/lib/money-out/payouts/start-payout";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import { clearCatalogCache } from "@/lib/pricing/catalog/queries";
import { balanceOnChain } from "@/lib/run/worker/testing/balance-on-chain";
import { giveMerchant } from "@/lib/run/worker/testing/merchant-funds";
import { expectCleanAudit, expectComparedAudit, sendOf, until, untilAllSent } from "@/lib/run/worker/testing/observe";
import { startTestChain, type TestChain } from "@/lib/run/worker/testing/test-chain";
import { createTestGateway, type TestGateway } from "@/lib/run/worker/testing/test-gateway";
import type { WorkerProcess } from "@/lib/run/worker/testing/worker-process";
import { resumeSends, stopSends } from "@/lib/sending/sends/stop-sends";

/** Settings of a worker that make a replacement due within a test. */
export const SOON_REPLACING = { SENDS_REPLACE_AFTER_S: "1" };
export const PAYOUT_CRASH_LIMIT_MS = 300_000;

/** Payouts in USDT on Ethereum by one worker at a time, each of which dies in the middle of one. */
export type PayoutCrashes = {
  /**
   * Creates one payout, whose worker dies at this crash point; the next worker, which stays for the
   * next call, completes it exactly once.
   */
  readonly survive: (point: CrashPoint, next?: Readonly<Record<string, string>>) => Promise<void>;
  /**
   * Does the same with several payouts that are signed together. At a point inside a transaction
   * nothing of it is left; otherwise all of it.
   */
  readonly surviveBatch: (point: CrashPoint) => Promise<void>;
  /**
   * Does the same right after a replacement is signed; the remaining worker must run with
   * SOON_REPLACING.
   */
  readonly surviveReplacement: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

type Parts = { readonly chain: TestChain; readonly gateway: TestGateway; worker: WorkerProcess };

export async function openPayoutCrashes(): Promise<PayoutCrashes> {
  const chain = await startTestChain({ network: "eth", chainId: 1, tokens: { USDT: 6 } });
  const gateway = await createTestGateway([chain]);
  const parts: Parts = { chain, gateway, worker: gateway.startWorker() };
  await gateway.ready();
  await giveMerchant(gateway.merchantId, "USDT", "1000");
  return {
    survive: (point, next = {}) => survive(parts, point, next),
    surviveBatch: (point) => surviveBatch(parts, point),
    surviveReplacement: () => surviveReplacement(parts),
    async stop() {
      await gateway.stop();
      await chain.stop();
    },
  };
}

async function survive(parts: Parts, point: CrashPoint, next: Readonly<Record<string, string>>): Promise<void> {
  parts.gateway.crashAt(point);
  const payout = await payOut(parts);
  await untilKilled(parts);
  parts.worker = parts.gateway.startWorker(next);
  await expectPaidOnce(parts, payout);
  await expectCleanAudit();
}

const BATCH = 6;

async function surviveBatch(parts: Parts, point: CrashPoint): Promise<void> {
  // The next worker finds all of them due in its first step.
  await stopSends({ scope: "eth", reason: "a drill", actorId: null });
  const payouts: Payout[] = [];
  while (payouts.length < BATCH) payouts.push(await payOut(parts));
  await parts.worker.end("SIGTERM");
  await resumeSends({ scope: "eth", actorId: null });
  parts.gateway.crashAt(point);
  parts.worker = parts.gateway.startWorker();
  await untilKilled(parts);
  const sends = await Promise.all(payouts.map(({ id }) => sendOf(id)));
  const expected = { "send:stored": "queued", "send:signed": "sending", "send:booked": "sending" };
  const status = Object.entries(expected).find(([name]) => name === point)?.[1];
  if (status !== undefined) expect(new Set(sends.map((send) => send.status))).toEqual(new Set([status]));
  if (point === "send:signed") {
    expect(sends.map(({ outgoing }) => outgoing?.lastBroadcastAt)).toEqual(sends.map(() => null));
  }
  await expectComparedAudit();
  parts.worker = parts.gateway.startWorker();
  for (const payout of payouts) await expectPaidOnce(parts, payout);
  const nonces = await database().outgoingTransaction.findMany({ orderBy: { nonce: "asc" }, select: { nonce: true } });
  expect(nonces.map(({ nonce }) => nonce)).toEqual(nonces.map((_, index) => BigInt(index)));
  await expectCleanAudit();
}

async function surviveReplacement(parts: Parts): Promise<void> {
  const { rpc } = parts.chain.anvil;
  await rpc("evm_setAutomine", [false]);
  await setBaseFee(parts, 10n ** 9n);
  parts.gateway.crashAt("send:replaced");
  const payout = await payOut(parts);
  await until(
    async () => expect((await sendOf(payout.id)).outgoing?.lastBroadcastAt).toBeInstanceOf(Date),
    PAYOUT_CRASH_LIMIT_MS,
  );
  await setBaseFee(parts, 500n * 10n ** 9n);
  await parts.chain.mine(1);
  await untilKilled(parts);
  const { outgoing } = await sendOf(payout.id);
  expect(outgoing).toMatchObject({ status: "signed", version: 2, lastBroadcastAt: null });
  parts.worker = parts.gateway.startWorker();
  const isKnown = () => rpc("eth_getTransactionByHash", [outgoing?.versions[1]?.transactionId]);
  await until(async () => expect(await isKnown()).not.toBeNull(), PAYOUT_CRASH_LIMIT_MS);
  await setBaseFee(parts, 500n * 10n ** 9n);
  await parts.chain.mine(1);
  await rpc("evm_setAutomine", [true]);
  await expectPaidOnce(parts, payout);
  await expectCleanAudit();
}

/**
 * Retries until a watcher has seen that the network's newest block is fresh: between two workers
 * nothing is offered.
 */
async function payOut({ chain, gateway }: Parts): Promise<Payout> {
  await chain.mine(1);
  return until(async () => {
    clearCatalogCache();
    return order(gateway);
  }, PAYOUT_CRASH_LIMIT_MS);
}

async function order({ merchantId }: TestGateway): Promise<Payout> {
  const asked = {
    amount: "10",
    currency: "USDT",
    network: "eth",
    order_id: randomUUID(),
    address: `0x${randomBytes(20).toString("hex")}`,
    is_subtract: true,
  };
  return createPayout(await getMerchant(merchantId), createPayoutInput.parse(asked));
}

/** Resolves when the worker is dead, killed by the crash point; then disarms it. */
async function untilKilled({ worker, gateway }: Parts): Promise<void> {
  await until(() => expect(worker.hasEnded(), worker.output()).toBe(true), PAYOUT_CRASH_LIMIT_MS);
  expect((await worker.end("SIGKILL")).signal, worker.output()).toBe("SIGKILL");
  gateway.crashAt(null);
}

async function expectPaidOnce({ chain }: Parts, { id, merchantId, address, sentAmount }: Payout): Promise<void> {
  await untilAllSent(PAYOUT_CRASH_LIMIT_MS);
  expect(await findMerchantPayout(merchantId, id)).toMatchObject({ status: "paid" });
  expect((await balanceOnChain(chain, address, "USDT")).toFixed()).toBe(sentAmount.toFixed());
  expect((await sendOf(id)).outgoing).toMatchObject({ status: "settled" });
}

async function setBaseFee({ chain }: Parts, units: bigint): Promise<void> {
  await chain.anvil.rpc("anvil_setNextBlockBaseFeePerGas", [`0x${units.toString(16)}`]);
}
