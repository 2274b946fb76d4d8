import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import {
  ask,
  askAndConfirm,
  newClosed,
  openRequests,
  refundByApi,
  requestNow,
  sendBack,
} from "@/lib/exceptions/refund-requests/testing/request-rig";
import { confirmRefund, liveRefund } from "@/lib/exceptions/refunds/testing/refund-rig";
import { closeDatabase, database } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { give } from "@/lib/money-out/payouts/testing/payout-rig";
import { countLockWaits } from "@/lib/testing/lock-waits";
import { sentStatements } from "@/lib/testing/sent-statements";

beforeAll(() => openRequests());
afterAll(closeDatabase);

async function newRich() {
  const closed = await newClosed("60");
  await give(closed.payer.merchantId, "USDT", "500");
  return closed;
}

/** Inserts expired, unconfirmed copies of a request. */
const leaveExpired = (requestId: string, count: number) => database().$executeRaw`
  INSERT INTO refund_requests
    (merchant_id, invoice_id, kind, currency_code, network_code, address, amount, challenge, confirm_until)
  SELECT merchant_id, invoice_id, kind, currency_code, network_code, address, amount, challenge, now() - interval '1 minute'
  FROM refund_requests, generate_series(1, ${count}) WHERE id = ${requestId}::uuid`;

test("a refund runs no more queries on arrival when many expired, unconfirmed requests exist", async () => {
  const { payer, invoice } = await newRich();
  const { request } = await ask(invoice);
  const arrive = async () => {
    await refundByApi(payer, invoice.id, "10");
    const id = await liveRefund({ invoiceId: invoice.id });
    return (await sentStatements(() => confirmRefund(id))).length;
  };
  // The first one also fills the caches of this process.
  await arrive();
  const before = await arrive();
  await leaveExpired(request.id, 50);
  expect(await arrive()).toBe(before);
  await sendBack(payer, invoice.id, null);
  expect(await requestNow(request.id)).toMatchObject({ status: "void" });
  const where = { invoiceId: invoice.id, status: "unconfirmed" } as const;
  expect(await database().refundRequest.count({ where })).toBe(50);
});

test("a request refused while its money arrives stays refused, and no audit event records another outcome", async () => {
  for (const amount of [null, "20"]) {
    const { payer, invoice } = await newRich();
    const request = await askAndConfirm(invoice);
    await refundByApi(payer, invoice.id, amount);
    const id = await liveRefund({ invoiceId: invoice.id });
    // Performs the writes of a refusal, paused before its commit.
    const refusing = new pg.Client({ connectionString: env().DATABASE_URL });
    await refusing.connect();
    await refusing.query("BEGIN");
    const words = "UPDATE refund_requests SET status = 'refused', decided_at = now() WHERE id = $1";
    await refusing.query(words, [request.id]);
    const arrived = confirmRefund(id);
    await vi.waitFor(async () => expect(await countLockWaits()).toBe(1), { timeout: 60_000, interval: 20 });
    await refusing.query("COMMIT");
    await refusing.end();
    await arrived;
    const { status, amount: asked } = await requestNow(request.id);
    expect([status, String(asked)]).toEqual(["refused", "60"]);
    const action = { in: ["refund-request.void", "refund-request.lower"] };
    expect(await database().auditEvent.count({ where: { action, target: invoice.id } })).toBe(0);
  }
});
