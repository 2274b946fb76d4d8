import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createAutomatically,
  createRequestedRefundJob,
} from "@/lib/exceptions/refund-requests/create-requested-refund";
import {
  anyAddress,
  ask,
  askAndConfirm,
  decide,
  newClosed,
  newExtraCase,
  openRequests,
  refundByApi,
  refundsOf,
  requestNow,
  sendBack,
  setAutomatic,
  textOf,
} from "@/lib/exceptions/refund-requests/testing/request-rig";
import { refundCase } from "@/lib/exceptions/refunds/refund-case";
import { breakRefund, confirmRefund, liveRefund } from "@/lib/exceptions/refunds/testing/refund-rig";
import { loadPayView } from "@/lib/fronts/payment-page/load-pay-view";
import { closeDatabase, database } from "@/lib/kernel/db";
import { bookDifferences, invoiceNow, walletOf } from "@/lib/money-in/invoices/testing/gateway-rig";
import { give, newPayer } from "@/lib/money-out/payouts/testing/payout-rig";
import { rotateKey } from "@/lib/people/keys/rotate-key";
import { rolesWith } from "@/lib/people/merchants/role";
import { changeMerchantSettings } from "@/lib/people/settings/change-merchant-settings";

beforeAll(() => openRequests());
afterAll(closeDatabase);

const DECIDED = "refund_request_decided";

const setTerms = (merchantId: string, data: { refundsNeedPayoutKey?: boolean; approvalAboveUsd?: string }) =>
  database().merchant.update({ where: { id: merchantId }, data });

describe("approving a request", () => {
  test("refunds what was received of a short payment, deducts the fee from it, and links refund and request", async () => {
    const { payer, invoice } = await newClosed("60");
    const before = await walletOf(payer.merchantId);
    const request = await askAndConfirm(invoice);
    await give(payer.merchantId, "USDT", "10");
    await decide(payer, request.id, { note: " Sorry! " });
    const [refund] = await refundsOf(invoice.id);
    expect(refund).toMatchObject({ address: request.address, createdById: payer.userId, isSubtract: false });
    expect([refund?.amount, refund?.debitedAmount, refund?.sentAmount].map(String)).toEqual(["60", "60", "59.9"]);
    expect(await requestNow(request.id)).toMatchObject({
      status: "approved",
      refundId: refund?.id,
      decidedById: payer.userId,
      note: "Sorry!",
    });
    expect([before, await walletOf(payer.merchantId)]).toEqual(["59.4", "9.4"]);
    const shown = async () => (await loadPayView(invoice.id))?.refundRequests.map(({ status, note }) => [status, note]);
    expect(await shown()).toEqual([["approved", "Sorry!"]]);
    await confirmRefund(await liveRefund({ invoiceId: invoice.id }));
    expect(await shown()).toEqual([["paid", "Sorry!"]]);
    expect(await bookDifferences()).toEqual([]);
  });

  test("refunds only the surplus of a paid one", async () => {
    const { payer, invoice } = await newClosed("130");
    const request = await askAndConfirm(invoice, { kind: "surplus" });
    await decide(payer, request.id);
    expect((await refundsOf(invoice.id)).map(({ amount }) => String(amount))).toEqual(["30"]);
  });

  test("sends back the deposit of a case", async () => {
    const { payer, invoice, caseId } = await newExtraCase();
    const request = await askAndConfirm(invoice, { kind: "case", caseId });
    await decide(payer, request.id);
    expect(await database().case.findUniqueOrThrow({ where: { id: caseId } })).toMatchObject({ status: "refunding" });
    const refund = await database().refund.findFirstOrThrow({ where: { caseId } });
    expect(await requestNow(request.id)).toMatchObject({ status: "approved", refundId: refund.id });
    expect(refund.address).toBe(request.address);
    await breakRefund(refund.id);
    expect((await loadPayView(invoice.id))?.refundRequests.map(({ status }) => status)).toEqual(["failed"]);
    expect((await loadPayView(invoice.id))?.refundables.map(({ kind }) => kind)).toEqual(["case"]);
  });

  test("happens once when users and the policy approve concurrently", async () => {
    const { payer, invoice } = await newClosed("60");
    await give(payer.merchantId, "USDT", "200");
    const request = await askAndConfirm(invoice);
    await setAutomatic(payer.merchantId);
    await Promise.all([
      ...Array.from({ length: 10 }, () => decide(payer, request.id).catch(() => undefined)),
      ...Array.from({ length: 5 }, () => createAutomatically(request.id)),
    ]);
    const refunds = await refundsOf(invoice.id);
    expect(refunds).toHaveLength(1);
    expect(await requestNow(request.id)).toMatchObject({ status: "approved", refundId: refunds[0]?.id, failure: null });
    await confirmRefund(refunds[0]?.id ?? "");
    expect(await decide(payer, request.id).catch(textOf)).toBe(DECIDED);
    await createAutomatically(request.id);
    expect(await refundsOf(invoice.id)).toHaveLength(1);
    expect(await walletOf(payer.merchantId)).toBe("199.4");
  });

  test("concurrent with a refund through the machine API, sends the money once", async () => {
    for (const kind of ["short", "surplus"] as const) {
      const { payer, invoice } = await newClosed(kind === "short" ? "60" : "160");
      await give(payer.merchantId, "USDT", "500");
      const request = await askAndConfirm(invoice, { kind });
      await Promise.all([
        decide(payer, request.id).catch(() => undefined),
        refundByApi(payer, invoice.id, "60").catch(() => undefined),
      ]);
      const [first, second] = await refundsOf(invoice.id);
      expect([String(first?.amount), second]).toEqual(["60", undefined]);
      const { status, refundId } = await requestNow(request.id);
      expect([status, refundId === null ? null : refundId === first?.id]).toEqual(
        status === "approved" ? ["approved", true] : ["confirmed", null],
      );
      await confirmRefund(first?.id ?? "");
      await decide(payer, request.id).catch(() => undefined);
      expect(await refundsOf(invoice.id)).toHaveLength(1);
    }
  });

  test("concurrent with another decision on its case, creates one refund", async () => {
    const { payer, invoice, caseId } = await newExtraCase();
    const request = await askAndConfirm(invoice, { kind: "case", caseId });
    const order = { caseId, merchantId: payer.merchantId, address: anyAddress(), actorId: payer.userId };
    await Promise.all([decide(payer, request.id).catch(() => undefined), refundCase(order).catch(() => undefined)]);
    expect(await database().refund.count({ where: { caseId } })).toBe(1);
  });

  test("refunds no more than is left after a partial refund", async () => {
    const { payer, invoice } = await newClosed("160");
    await give(payer.merchantId, "USDT", "500");
    const request = await askAndConfirm(invoice, { kind: "surplus" });
    await sendBack(payer, invoice.id, "25");
    await decide(payer, request.id);
    expect((await refundsOf(invoice.id)).map(({ amount }) => String(amount))).toEqual(["25", "35"]);
  });

  test("is refused, with a message, while another refund of the payment is under way, and succeeds afterwards", async () => {
    const { payer, invoice } = await newClosed("160");
    await give(payer.merchantId, "USDT", "500");
    const request = await askAndConfirm(invoice, { kind: "surplus" });
    await refundByApi(payer, invoice.id, "25");
    const refusal = decide(payer, request.id);
    await expect(refusal).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringMatching(/already in progress/),
    });
    await confirmRefund((await refundsOf(invoice.id))[0]?.id ?? "");
    await decide(payer, request.id);
    expect((await refundsOf(invoice.id)).map(({ amount }) => String(amount))).toEqual(["25", "35"]);
  });

  test("is refused by every outflow guard with a user-facing message, and can be retried", async () => {
    const { payer, invoice } = await newClosed("60");
    const request = await askAndConfirm(invoice);
    expect(await decide(payer, request.id).catch(textOf)).toContain("balance is too low");
    await give(payer.merchantId, "USDT", "10");
    await database().merchant.update({ where: { id: payer.merchantId }, data: { dailyLimitUsd: "1" } });
    expect(await decide(payer, request.id).catch(textOf)).toMatch(/limit/i);
    await database().merchant.update({ where: { id: payer.merchantId }, data: { dailyLimitUsd: null } });
    await rotateKey(payer, { kind: "payout", overlapSeconds: 0 });
    expect(await decide(payer, request.id).catch(textOf)).toContain("within the last 24 hours");
    expect(await requestNow(request.id)).toMatchObject({ status: "confirmed", refundId: null });
    expect(await refundsOf(invoice.id)).toEqual([]);
  });

  test("waits for a second person if the merchant requires one", async () => {
    const { payer, invoice } = await newClosed("60");
    await give(payer.merchantId, "USDT", "10");
    await setTerms(payer.merchantId, { approvalAboveUsd: "5" });
    const request = await askAndConfirm(invoice);
    await decide(payer, request.id);
    expect((await refundsOf(invoice.id)).map(({ status }) => status)).toEqual(["check"]);
  });

  test("is possible only for the merchant, and only after the payer confirmed", async () => {
    const { payer, invoice } = await newClosed("60");
    const { request } = await ask(invoice);
    expect(await decide(payer, request.id).catch(textOf)).toBe("Request not found");
    const stranger = await newPayer();
    const confirmed = await askAndConfirm(invoice);
    for (const decision of ["approve", "refuse"] as const)
      expect(await decide(stranger, confirmed.id, { decision }).catch(textOf)).toBe("Request not found");
    expect(await requestNow(confirmed.id)).toMatchObject({ status: "confirmed" });
  });
});

describe("refusing a request", () => {
  test("closes it with a note for the payer and an audit event, and allows a new request", async () => {
    const { payer, invoice } = await newClosed("60");
    const request = await askAndConfirm(invoice);
    await decide(payer, request.id, { decision: "refuse", note: "We send the goods." });
    expect(await decide(payer, request.id).catch(textOf)).toBe(DECIDED);
    const view = await loadPayView(invoice.id);
    expect(view?.refundRequests).toMatchObject([{ status: "refused", note: "We send the goods." }]);
    expect(view?.refundables).toHaveLength(1);
    expect(await refundsOf(invoice.id)).toEqual([]);
    const trail = await database().auditEvent.findMany({
      where: { action: "refund-request.refuse", target: invoice.id },
    });
    expect(trail.map(({ actorId }) => actorId)).toEqual([payer.userId]);
  });
});

describe("the automatic refund policy", () => {
  async function newAutomatic(amount = "60") {
    const closed = await newClosed(amount);
    await give(closed.payer.merchantId, "USDT", "500");
    await setAutomatic(closed.payer.merchantId);
    return closed;
  }
  const jobs = (requestId: string) => database().$queryRaw<unknown[]>`
    SELECT 1 FROM graphile_worker.jobs WHERE key = ${`refund-request:${requestId}`}`;

  test("queues the refund on confirmation and creates it without a user", async () => {
    const { invoice } = await newAutomatic();
    const request = await askAndConfirm(invoice);
    expect(await jobs(request.id)).toHaveLength(1);
    await createRequestedRefundJob.run({ requestId: request.id }, { signal: new AbortController().signal });
    const [refund] = await refundsOf(invoice.id);
    expect(refund).toMatchObject({ address: request.address, createdById: null });
    expect(await requestNow(request.id)).toMatchObject({ status: "approved", decidedById: null, refundId: refund?.id });
  });

  test("starts 24 hours after it was enabled: requests confirmed earlier keep waiting for the merchant", async () => {
    const { payer, invoice } = await newAutomatic();
    await setAutomatic(payer.merchantId, 23.9);
    const request = await askAndConfirm(invoice);
    expect(await jobs(request.id)).toEqual([]);
    await createAutomatically(request.id);
    expect(await refundsOf(invoice.id)).toEqual([]);
    expect(await requestNow(request.id)).toMatchObject({ status: "confirmed", failure: null });
    await setAutomatic(payer.merchantId, 24.1);
    expect(await jobs(request.id)).toEqual([]);
    const { invoice: next } = await newClosed("60");
    const { merchantId } = await invoiceNow(next.id);
    await give(merchantId, "USDT", "500");
    await setAutomatic(merchantId, 24.1);
    const later = await askAndConfirm(next);
    expect(await jobs(later.id)).toHaveLength(1);
  });

  test("waits another 24 hours when it was disabled and enabled again before the job ran", async () => {
    const { payer, invoice } = await newAutomatic();
    const request = await askAndConfirm(invoice);
    const who = { merchantId: payer.merchantId, userId: payer.userId };
    await changeMerchantSettings(who, { refundRequestPolicy: "approve" });
    await changeMerchantSettings(who, { refundRequestPolicy: "automatic" });
    await createAutomatically(request.id);
    expect(await refundsOf(invoice.id)).toEqual([]);
  });

  test("can be enabled only by roles that can approve each request themselves", () => {
    for (const role of rolesWith("merchant.change")) expect(rolesWith("payout.create")).toContain(role);
  });

  test("queues nothing if a user decides, and does nothing if the policy was changed back", async () => {
    const { payer, invoice } = await newClosed("60");
    await give(payer.merchantId, "USDT", "500");
    const request = await askAndConfirm(invoice);
    expect(await jobs(request.id)).toEqual([]);
    await createAutomatically(request.id);
    expect(await refundsOf(invoice.id)).toEqual([]);
    expect((await invoiceNow(invoice.id)).status).toBe("wrong_amount");
  });

  test("leaves a request that a guard refuses to a user, with the reason", async () => {
    const { payer, invoice } = await newAutomatic();
    const request = await askAndConfirm(invoice);
    await database().merchant.update({ where: { id: payer.merchantId }, data: { dailyLimitUsd: "1" } });
    await createAutomatically(request.id);
    const refused = await requestNow(request.id);
    expect([refused.status, refused.failure]).toEqual(["confirmed", expect.stringMatching(/limit/i)]);
    await database().merchant.update({ where: { id: payer.merchantId }, data: { dailyLimitUsd: null } });
    await decide(payer, request.id);
    expect(await requestNow(request.id)).toMatchObject({
      status: "approved",
      failure: null,
      decidedById: payer.userId,
    });
  });

  test("retries while another refund of the payment is under way", async () => {
    const { payer, invoice } = await newAutomatic();
    const request = await askAndConfirm(invoice);
    await refundByApi(payer, invoice.id, "10");
    await expect(createAutomatically(request.id)).rejects.toMatchObject({ code: "unavailable" });
    await confirmRefund((await refundsOf(invoice.id))[0]?.id ?? "");
    await createAutomatically(request.id);
    expect((await refundsOf(invoice.id)).map(({ amount }) => String(amount))).toEqual(["10", "50"]);
  });

  test("creates nothing when refunds require the payout key, which no request provided", async () => {
    const { payer, invoice } = await newAutomatic();
    await setTerms(payer.merchantId, { refundsNeedPayoutKey: true });
    const request = await askAndConfirm(invoice);
    await createAutomatically(request.id);
    expect(await requestNow(request.id)).toMatchObject({
      status: "confirmed",
      failure: expect.stringContaining("payout key"),
    });
    expect(await refundsOf(invoice.id)).toEqual([]);
  });

  test("refunds once when several workers run it concurrently", async () => {
    const { invoice } = await newAutomatic("160");
    const request = await askAndConfirm(invoice, { kind: "surplus" });
    await Promise.all(Array.from({ length: 8 }, () => createAutomatically(request.id)));
    expect((await refundsOf(invoice.id)).map(({ amount }) => String(amount))).toEqual(["60"]);
    expect(await requestNow(request.id)).toMatchObject({ status: "approved", failure: null });
  });
});
