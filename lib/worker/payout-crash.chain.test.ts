import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { forgetCatalog } from "@/lib/catalog/queries";
import type { CrashPoint } from "@/lib/crash-point";
import { getMerchant } from "@/lib/merchants/get-merchant";
import { createPayout } from "@/lib/payouts/create-payout";
import type { Payout } from "@/lib/payouts/payout";
import { findMerchantPayout } from "@/lib/payouts/repo";
import { createPayoutInput } from "@/lib/payouts/schema";
import { balanceOnChain } from "@/lib/worker/testing/balance-on-chain";
import { giveMerchant } from "@/lib/worker/testing/merchant-funds";
import { expectCleanAudit, sendOf, until, untilAllSent } from "@/lib/worker/testing/observe";
import { startTestChain, type TestChain } from "@/lib/worker/testing/test-chain";
import { createTestGateway, type TestGateway } from "@/lib/worker/testing/test-gateway";
import type { WorkerProcess } from "@/lib/worker/testing/worker-process";

/** Every moment between two things of a send that are not one transaction, in the order of its life. */
const POINTS: readonly CrashPoint[] = [
  "send:estimated",
  "send:signed",
  "send:broadcast",
  "send:seen",
  "send:included",
  "send:settled",
];
/** For the last of the workers here: only with it is a replacement due within the test. */
const SOON_REPLACING = { SENDS_REPLACE_AFTER_S: "1" };
const LIMIT_MS = 300_000;

let chain: TestChain;
let gateway: TestGateway;
/** The one that runs: it brings home what the last one died of, and goes on until the next point. */
let worker: WorkerProcess;

beforeAll(async () => {
  chain = await startTestChain({ network: "eth", chainId: 1, tokens: { USDT: 6 } });
  gateway = await createTestGateway([chain]);
  worker = gateway.startWorker();
  await gateway.ready();
  await giveMerchant(gateway.merchantId, "USDT", "1000");
}, LIMIT_MS);

afterAll(async () => {
  await gateway?.stop();
  await chain?.stop();
});

/** As soon as a watcher has seen that the network's newest block is fresh: between two workers nothing is offered. */
async function payOut(): Promise<Payout> {
  await chain.mine(1);
  return until(async () => {
    forgetCatalog();
    return order();
  }, LIMIT_MS);
}

async function order(): Promise<Payout> {
  const asked = {
    amount: "10",
    currency: "USDT",
    network: "eth",
    order_id: randomUUID(),
    address: `0x${randomBytes(20).toString("hex")}`,
    is_subtract: true,
  };
  return createPayout(await getMerchant(gateway.merchantId), createPayoutInput.parse(asked));
}

/** Answers when it is dead, and not for a reason of its own; then no point is deadly any more. */
async function untilKilled(): Promise<void> {
  await until(() => expect(worker.hasEnded(), worker.output()).toBe(true), LIMIT_MS);
  expect((await worker.end("SIGKILL")).signal, worker.output()).toBe("SIGKILL");
  gateway.crashAt(null);
}

async function expectPaidOnce({ id, merchantId, address, sentAmount }: Payout): Promise<void> {
  await untilAllSent(LIMIT_MS);
  expect(await findMerchantPayout(merchantId, id)).toMatchObject({ status: "paid" });
  expect((await balanceOnChain(chain, address, "USDT")).toFixed()).toBe(sentAmount.toFixed());
  expect((await sendOf(id)).outgoing).toMatchObject({ status: "settled" });
}

test.each(POINTS)(
  "a worker that dies at %s leaves a payout that the next worker brings to its address exactly once",
  async (point) => {
    gateway.crashAt(point);
    const payout = await payOut();
    await untilKilled();
    worker = gateway.startWorker(point === POINTS.at(-1) ? SOON_REPLACING : {});
    await expectPaidOnce(payout);
    await expectCleanAudit();
  },
  LIMIT_MS,
);

test(
  "a worker that dies right after a replacement is signed leaves it to the next one, and one version arrives",
  async () => {
    await chain.anvil.rpc("evm_setAutomine", [false]);
    await setBaseFee(10n ** 9n);
    gateway.crashAt("send:replaced");
    const payout = await payOut();
    await until(async () => expect((await sendOf(payout.id)).outgoing?.lastBroadcastAt).toBeInstanceOf(Date), LIMIT_MS);
    await setBaseFee(500n * 10n ** 9n);
    await chain.mine(1);
    await untilKilled();
    const { outgoing } = await sendOf(payout.id);
    expect(outgoing).toMatchObject({ status: "signed", version: 2, lastBroadcastAt: null });
    worker = gateway.startWorker();
    const isKnown = () => chain.anvil.rpc("eth_getTransactionByHash", [outgoing?.versions[1]?.transactionId]);
    await until(async () => expect(await isKnown()).not.toBeNull(), LIMIT_MS);
    await setBaseFee(500n * 10n ** 9n);
    await chain.mine(1);
    await chain.anvil.rpc("evm_setAutomine", [true]);
    await expectPaidOnce(payout);
    await expectCleanAudit();
  },
  LIMIT_MS,
);

async function setBaseFee(units: bigint): Promise<void> {
  await chain.anvil.rpc("anvil_setNextBlockBaseFeePerGas", [`0x${units.toString(16)}`]);
}
