import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { creditCase } from "@/lib/exceptions/case-decisions/credit-case";
import { confirmByMail } from "@/lib/exceptions/refund-requests/confirm-request";
import { countOpenRequests } from "@/lib/exceptions/refund-requests/dashboard-queries";
import {
  anyAddress,
  ask,
  askAndConfirm,
  type Closed,
  decide,
  newClosed,
  newExtraCase,
  openRequests,
  refundByApi,
  refundsOf,
  requestNow,
  secretOf,
  sendBack,
  textOf,
} from "@/lib/exceptions/refund-requests/testing/request-rig";
import { refundCase } from "@/lib/exceptions/refunds/refund-case";
import { breakRefund, confirmRefund, liveRefund } from "@/lib/exceptions/refunds/testing/refund-rig";
import { loadPayView } from "@/lib/fronts/payment-page/load-pay-view";
import { closeDatabase, database } from "@/lib/kernel/db";
import { bookDifferences, vanish } from "@/lib/money-in/invoices/testing/gateway-rig";
import { give } from "@/lib/money-out/payouts/testing/payout-rig";

beforeAll(() => openRequests());
afterEach(async () => {
  expect(await bookDifferences()).toEqual([]);
});
afterAll(closeDatabase);

const OVER = "refund_request_over";

async function newRich(amount: string): Promise<Closed> {
  const closed = await newClosed(amount);
  await give(closed.payer.merchantId, "USDT", "500");
  return closed;
}

/** What the payer's page shows of refund requests, and of what was actually refunded. */
async function shownOf(invoiceId: string) {
  const view = await loadPayView(invoiceId);
  const refunds = view?.refunds.map(({ status, amount }) => [status, amount.toFixed()]);
  return { refundRequests: view?.refundRequests.map(({ amount }) => amount.toFixed()), refunds };
}

const trailOf = async (action: string, target: string) =>
  (await database().auditEvent.findMany({ where: { action, target } })).map(({ actorId, detail }) => ({
    actorId,
    detail,
  }));

describe("a confirmed request", () => {
  test("is closed when the merchant's own refund of the full amount has arrived, and the page shows that refund", async () => {
    for (const [amount, kind, whole] of [
      ["60", "short", null],
      ["130", "surplus", "30"],
    ] as const) {
      const { payer, invoice } = await newRich(amount);
      const request = await askAndConfirm(invoice, { kind });
      await refundByApi(payer, invoice.id, whole);
      expect(await requestNow(request.id)).toMatchObject({ status: "confirmed" });
      await confirmRefund(await liveRefund({ invoiceId: invoice.id }));
      expect(await requestNow(request.id)).toMatchObject({ status: "void", refundId: null, decidedAt: null });
      expect(await countOpenRequests(payer.merchantId)).toBe(0);
      const sent = kind === "short" ? "59.9" : "29.9";
      expect(await shownOf(invoice.id)).toEqual({ refundRequests: [], refunds: [["paid", sent]] });
      expect(await decide(payer, request.id).catch(textOf)).toBe(OVER);
      expect(await refundsOf(invoice.id)).toHaveLength(1);
      expect(await trailOf("refund-request.void", invoice.id)).toEqual([
        { actorId: null, detail: { request: request.id } },
      ]);
    }
  });

  test("keeps waiting when that refund failed or is still under way", async () => {
    const { payer, invoice } = await newRich("60");
    const request = await askAndConfirm(invoice);
    await refundByApi(payer, invoice.id, null);
    await breakRefund(await liveRefund({ invoiceId: invoice.id }));
    expect(await requestNow(request.id)).toMatchObject({ status: "confirmed" });
    await decide(payer, request.id);
    expect(await requestNow(request.id)).toMatchObject({ status: "approved" });
  });

  test("is reduced to the remainder after a partial refund, on the payer's page, in the dashboard and when it is refunded", async () => {
    for (const [amount, kind, left] of [
      ["60", "short", "40"],
      ["160", "surplus", "40"],
    ] as const) {
      const { payer, invoice } = await newRich(amount);
      const request = await askAndConfirm(invoice, { kind });
      await sendBack(payer, invoice.id, "20");
      expect(String((await requestNow(request.id)).amount)).toBe(left);
      expect((await shownOf(invoice.id)).refundRequests).toEqual([left]);
      expect(await trailOf("refund-request.lower", invoice.id)).toEqual([
        { actorId: null, detail: { request: request.id, from: "60", to: left } },
      ]);
      await decide(payer, request.id);
      expect((await refundsOf(invoice.id)).map((refund) => String(refund.amount))).toEqual(["20", left]);
    }
  });

  test("is unchanged while part of the payment is unverified on its chain", async () => {
    const { payer, invoice } = await newRich("60");
    const request = await askAndConfirm(invoice);
    await refundByApi(payer, invoice.id, "20");
    const { depositId } = await database().invoiceCredit.findFirstOrThrow({ where: { invoiceId: invoice.id } });
    await vanish(depositId, false);
    await confirmRefund(await liveRefund({ invoiceId: invoice.id }));
    const { status, amount } = await requestNow(request.id);
    expect([status, String(amount)]).toEqual(["confirmed", "60"]);
    await database().deposit.update({ where: { id: depositId }, data: { status: "confirmed", vanishedAt: null } });
  });

  test("for a case is closed when the case was refunded otherwise", async () => {
    const { payer, invoice, caseId } = await newExtraCase();
    const request = await askAndConfirm(invoice, { kind: "case", caseId });
    const order = { caseId, merchantId: payer.merchantId, address: anyAddress(), actorId: payer.userId };
    await refundCase(order);
    expect(await requestNow(request.id)).toMatchObject({ status: "confirmed" });
    await confirmRefund(await liveRefund({ caseId }));
    expect(await requestNow(request.id)).toMatchObject({ status: "void" });
    expect((await shownOf(invoice.id)).refundRequests).toEqual([]);
  });

  test("for a case is closed when a user credits the case", async () => {
    const { payer, invoice, caseId } = await newExtraCase();
    const request = await askAndConfirm(invoice, { kind: "case", caseId });
    await creditCase({ caseId, merchantId: payer.merchantId, actorId: payer.userId });
    expect(await requestNow(request.id)).toMatchObject({ status: "void" });
    expect(await decide(payer, request.id).catch(textOf)).toBe(OVER);
  });

  test("is unchanged when the transaction of the refund that would close it is rolled back", async () => {
    const { payer, invoice } = await newRich("60");
    const request = await askAndConfirm(invoice);
    await refundByApi(payer, invoice.id, null);
    const id = await liveRefund({ invoiceId: invoice.id });
    await database().$executeRaw`
      CREATE FUNCTION pg_temp_refuse_void() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$`;
    await database().$executeRaw`
      CREATE TRIGGER refuse_void BEFORE UPDATE ON refund_requests FOR EACH ROW EXECUTE FUNCTION pg_temp_refuse_void()`;
    await expect(confirmRefund(id)).rejects.toThrow();
    await database().$executeRaw`DROP FUNCTION pg_temp_refuse_void() CASCADE`;
    expect((await refundsOf(invoice.id)).map(({ status }) => status)).toEqual(["process"]);
    await confirmRefund(id);
    expect(await requestNow(request.id)).toMatchObject({ status: "void" });
  });
});

test("closes an unconfirmed request as well, with a message on its link, and never reduces it below the mailed amount", async () => {
  const { payer, invoice } = await newRich("60");
  const { request } = await ask(invoice);
  await sendBack(payer, invoice.id, "20");
  expect(String((await requestNow(request.id)).amount)).toBe("60");
  await sendBack(payer, invoice.id, null);
  expect(await requestNow(request.id)).toMatchObject({ status: "void" });
  expect(await confirmByMail(invoice.id, await secretOf(request.id)).catch(textOf)).toBe(OVER);
});
