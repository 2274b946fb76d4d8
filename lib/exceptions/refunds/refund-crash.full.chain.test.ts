import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { refundPayment } from "@/lib/exceptions/refunds/refund-payment";
import { refundInput } from "@/lib/exceptions/refunds/schema";
import type { CrashPoint } from "@/lib/kernel/crash-point";
import { database } from "@/lib/kernel/db";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import { balanceOnChain } from "@/lib/run/worker/testing/balance-on-chain";
import { expectCleanAudit, until, untilStatus } from "@/lib/run/worker/testing/observe";
import { startTestChain, type TestChain } from "@/lib/run/worker/testing/test-chain";
import { createTestGateway, type TestGateway } from "@/lib/run/worker/testing/test-gateway";
import type { WorkerProcess } from "@/lib/run/worker/testing/worker-process";
import { isBroadcastAt, killAtEach, SEND_POINTS, startDoomed } from "@/lib/sending/sends/testing/worker-relay";

/** A refund on a real node, by worker processes that are killed midway. */

const LIMIT_MS = 240_000;
/** More than 100 dollars at any plausible rate. */
const USDT_PAID = 110_000_000n;

let chain: TestChain;
let gateway: TestGateway;
let invoice: Invoice;
let doomed: WorkerProcess;

beforeAll(async () => {
  chain = await startTestChain({ network: "eth", chainId: 1, tokens: { USDT: 6 } });
  // Only the refund reaches the crash points.
  gateway = await createTestGateway([chain], { leavesDepositsInPlace: true });
  doomed = startDoomed(gateway, "send:estimated");
  await gateway.ready();
  invoice = await gateway.invoice({ amount: "100", coin: "USDT", network: "eth" });
  await chain.pay(invoice.currentQuote?.address ?? "", USDT_PAID, "USDT");
  await until(async () => expect((await paidRow()).status).toMatch(/^paid/), LIMIT_MS);
}, LIMIT_MS);

afterAll(async () => {
  await gateway?.stop();
  await chain?.stop();
});

const paidRow = () => database().invoice.findUniqueOrThrow({ where: { id: invoice.id } });
const freshAddress = () => `0x${randomBytes(20).toString("hex")}`;
const merchant = () => getMerchant(gateway.merchantId);

test(
  "a refund arrives exactly once when its worker, and each of its successors, is killed at every step",
  async () => {
    const address = freshAddress();
    const input = refundInput.parse({ uuid: invoice.id, address, is_subtract: true, amount: "5" });
    const { id } = await refundPayment(await merchant(), input);
    const arrived = async () => (await balanceOnChain(chain, address, "USDT")).toFixed();
    const between = async (point: CrashPoint) => {
      expect(await arrived(), point).toBe(isBroadcastAt(point) ? "5" : "0");
    };
    await killAtEach(gateway, SEND_POINTS, { first: doomed, between });
    expect(await database().refund.findUniqueOrThrow({ where: { id } })).toMatchObject({ status: "paid" });
    await untilStatus(invoice.id, "refund_paid");
    // The next worker sends the next refund, and nothing else.
    gateway.startWorker();
    const next = refundInput.parse({ uuid: invoice.id, address: freshAddress(), is_subtract: true, amount: "6" });
    await refundPayment(await merchant(), next);
    await untilStatus(invoice.id, "refund_paid", LIMIT_MS);
    expect((await balanceOnChain(chain, next.address, "USDT")).toFixed()).toBe("6");
    expect(await arrived()).toBe("5");
    expect(await database().outgoingTransaction.count()).toBe(2);
    await expectCleanAudit();
  },
  LIMIT_MS,
);
