import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { operationHandler } from "@/app/api/testing/router-operations";
import { sealSession } from "@/app/api/testing/sweep-world";
import { creditCase } from "@/lib/exceptions/case-decisions/credit-case";
import { MERCHANT_HEADER } from "@/lib/fronts/paths/routes";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { getInvoiceDetail } from "@/lib/money-in/invoices/dashboard-queries";
import { expireInvoices } from "@/lib/money-in/invoices/expire-invoices";
import { viewInvoice } from "@/lib/money-in/invoices/get-invoice";
import { markAsPaid } from "@/lib/money-in/invoices/mark-as-paid";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import {
  bookDifferences,
  CONFIRMATIONS,
  fundCapital,
  includeAgain,
  invoiceNow,
  minutesFromNow,
  newInvoice,
  newMerchant,
  openGateway,
  pay,
  readUpTo,
  START_HEIGHT,
  vanish,
  walletOf,
} from "@/lib/money-in/invoices/testing/gateway-rig";
import { newPayer } from "@/lib/money-out/payouts/testing/payout-rig";
import { openSession } from "@/lib/people/identity/sessions-repo";
import { addMember } from "@/lib/people/merchants/members-repo";

beforeAll(async () => {
  await openGateway();
  await fundCapital("USDT", "10000");
});
afterEach(async () => {
  await readUpTo("bsc", START_HEIGHT);
  expect(await bookDifferences()).toEqual([]);
});
afterAll(closeDatabase);

const byUuid = (uuid: string) => ({ uuid, order_id: null });
const CALLBACK = { url_callback: "https://shop.example/hook" };
const NOT_FOUND = { code: "not_found", reason: "marked_payment_not_found" };
const ALREADY_PAID = {
  code: "refused",
  reason: "payment_not_markable",
  terms: expect.objectContaining({ isPaid: true }),
};
const IN_PROCESS = { code: "refused", reason: "payment_not_markable", terms: { status: "process", isPaid: false } };
/** A deposit's block that is one confirmation short. */
const SHALLOW = START_HEIGHT - CONFIRMATIONS + 2;

async function lastWebhook(id: string) {
  const row = await database().webhookDelivery.findFirstOrThrow({
    where: { objectId: id },
    orderBy: { sequence: "desc" },
  });
  return JSON.parse(row.payload);
}

async function expire(id: string): Promise<void> {
  await settleInvoice(id);
  await readUpTo("bsc", START_HEIGHT, minutesFromNow(6));
  await expireInvoices(minutesFromNow(6));
}

describe("an invoice that its merchant marks as paid", () => {
  test("is paid manually without a transaction, credits nothing, and reports that in the webhook and the time line", async () => {
    const merchantId = await newMerchant();
    const invoice = await newInvoice(merchantId, { ...CALLBACK, amount: "100.123456789" });
    expect(await markAsPaid(merchantId, byUuid(invoice.id))).toMatchObject({ success: true });
    const after = await invoiceNow(invoice.id);
    expect(after).toMatchObject({ status: "paid", paymentOutcome: "manual", transactionId: null });
    const view = await viewInvoice(after);
    expect(Object.keys(view)).not.toContain("txid");
    expect(view).toMatchObject({
      is_final: true,
      from: null,
      payment_amount: null,
      merchant_amount: "0.00000000",
      commission: "0.00000000",
    });
    const webhook = await lastWebhook(invoice.id);
    expect(webhook).toMatchObject({ status: "paid", amount: "100.123456789", merchant_amount: "0.00000000" });
    expect(webhook).not.toHaveProperty("txid");
    expect(await walletOf(merchantId)).toBe("0");
    const { events } = await getInvoiceDetail(merchantId, invoice.id);
    expect(events.map(({ kind }) => kind)).toEqual(["created", "marked-paid", "status"]);
    expect(await database().auditEvent.findMany({ where: { merchantId } })).toMatchObject([
      { action: "invoice.mark-as-paid", target: invoice.id, detail: { from: "check" } },
    ]);
  });

  test("may have no coin chosen yet, and is identified by its order id before its uuid", async () => {
    const merchantId = await newMerchant();
    const [meant, other] = [
      await newInvoice(merchantId, { currency: "USD", network: null }),
      await newInvoice(merchantId),
    ];
    await markAsPaid(merchantId, { uuid: other.id, order_id: meant.orderId });
    expect([(await invoiceNow(meant.id)).status, (await invoiceNow(other.id)).status]).toEqual(["paid", "check"]);
  });

  test("may have been cancelled", async () => {
    const merchantId = await newMerchant();
    const invoice = await newInvoice(merchantId, { lifetime: "300" });
    await expire(invoice.id);
    expect((await invoiceNow(invoice.id)).status).toBe("cancel");
    await markAsPaid(merchantId, byUuid(invoice.id));
    expect(await invoiceNow(invoice.id)).toMatchObject({ status: "paid", paymentOutcome: "manual" });
  });

  test("keeps earlier credits when it had closed underpaid, and nothing is added", async () => {
    const merchantId = await newMerchant();
    const invoice = await newInvoice(merchantId, { lifetime: "300" });
    await pay(invoice, { amount: "60" });
    await expire(invoice.id);
    expect([(await invoiceNow(invoice.id)).status, await walletOf(merchantId)]).toEqual(["wrong_amount", "59.4"]);
    await markAsPaid(merchantId, byUuid(invoice.id));
    const view = await viewInvoice(await invoiceNow(invoice.id));
    expect(Object.keys(view)).not.toContain("txid");
    expect(view).toMatchObject({
      status: "paid",
      payment_amount: "60.00000000",
      merchant_amount: "59.40000000",
      commission: "0.60000000",
    });
    expect(await walletOf(merchantId)).toBe("59.4");
  });

  test("has its confirmed part credited, because it is final", async () => {
    const merchantId = await newMerchant();
    const invoice = await newInvoice(merchantId);
    await pay(invoice, { amount: "60" });
    await settleInvoice(invoice.id);
    expect([(await invoiceNow(invoice.id)).status, await walletOf(merchantId)]).toEqual(["check", "0"]);
    await markAsPaid(merchantId, byUuid(invoice.id));
    expect(await invoiceNow(invoice.id)).toMatchObject({
      status: "paid",
      paymentOutcome: "manual",
      transactionId: null,
    });
    expect(await walletOf(merchantId)).toBe("59.4");
    await settleInvoice(invoice.id);
    expect(await walletOf(merchantId)).toBe("59.4");
  });

  test("opens a case for a later payment, which can be credited additionally", async () => {
    const merchantId = await newMerchant();
    const invoice = await newInvoice(merchantId);
    await markAsPaid(merchantId, byUuid(invoice.id));
    const depositId = await pay(invoice, { amount: "100" });
    await settleInvoice(invoice.id);
    const opened = await database().case.findUniqueOrThrow({ where: { depositId } });
    expect([opened.kind, opened.status, await walletOf(merchantId)]).toEqual(["extra", "open", "0"]);
    expect(await invoiceNow(invoice.id)).toMatchObject({
      status: "paid",
      paymentOutcome: "manual",
      transactionId: null,
    });
    await creditCase({ caseId: opened.id, merchantId, actorId: null });
    expect([await walletOf(merchantId), (await invoiceNow(invoice.id)).paymentOutcome]).toEqual(["99", "manual"]);
  });

  test("leaves a late payment's pending case open, to be credited additionally", async () => {
    const merchantId = await newMerchant();
    const invoice = await newInvoice(merchantId, { lifetime: "300" });
    await expire(invoice.id);
    const depositId = await pay(invoice, { amount: "100", blockTime: minutesFromNow(7) });
    await settleInvoice(invoice.id);
    await markAsPaid(merchantId, byUuid(invoice.id));
    const opened = await database().case.findUniqueOrThrow({ where: { depositId } });
    expect([opened.kind, opened.status, await walletOf(merchantId)]).toEqual(["late", "open", "0"]);
    await creditCase({ caseId: opened.id, merchantId, actorId: null });
    expect([await walletOf(merchantId), (await invoiceNow(invoice.id)).status]).toEqual(["99", "paid"]);
  });

  test("reopens when its chain reverts a credited part, and may be marked again", async () => {
    const merchantId = await newMerchant();
    const invoice = await newInvoice(merchantId, CALLBACK);
    const depositId = await pay(invoice, { amount: "60" });
    await settleInvoice(invoice.id);
    await markAsPaid(merchantId, byUuid(invoice.id));
    await vanish(depositId, true);
    await settleInvoice(invoice.id);
    expect(await invoiceNow(invoice.id)).toMatchObject({ status: "process", paymentOutcome: null });
    expect([await walletOf(merchantId), (await lastWebhook(invoice.id)).is_final]).toEqual(["0", false]);
    await includeAgain(depositId);
    await settleInvoice(invoice.id, minutesFromNow(25 * 60));
    expect((await invoiceNow(invoice.id)).status).toBe("wrong_amount");
    await markAsPaid(merchantId, byUuid(invoice.id));
    expect([(await invoiceNow(invoice.id)).status, await walletOf(merchantId)]).toEqual(["paid", "59.4"]);
  });
});

describe("an invoice that a person marks as paid on the dashboard", () => {
  test("records who did it and why, with its former state, in the audit log and the time line", async () => {
    const { merchantId, userId } = await newPayer();
    const invoice = await newInvoice(merchantId, CALLBACK);
    const sent = await markOnPage(userId, invoice.id, { reason: "  Paid in cash at the fair.  " });
    expect([sent.status, await invoiceNow(invoice.id)]).toMatchObject([
      200,
      { status: "paid", paymentOutcome: "manual" },
    ]);
    const said = { by: "Ada", reason: "Paid in cash at the fair." };
    expect(await database().auditEvent.findMany({ where: { merchantId } })).toMatchObject([
      {
        action: "invoice.mark-as-paid",
        actorId: userId,
        target: invoice.id,
        detail: { from: "check", order_id: invoice.orderId, ...said },
        before: { status: "check" },
        after: { status: "paid" },
      },
    ]);
    const { events } = await getInvoiceDetail(merchantId, invoice.id);
    expect(events.find(({ kind }) => kind === "marked-paid")?.detail).toMatchObject(said);
    expect(await walletOf(merchantId)).toBe("0");
    const again = await markOnPage(userId, invoice.id, { reason: "Once more." });
    expect([again.status, await database().auditEvent.count({ where: { merchantId } })]).toEqual([422, 1]);
  });

  test("is rejected for a viewer, for another merchant's owner, and without a reason", async () => {
    const [{ merchantId, userId }, other] = [await newPayer(), await newPayer()];
    const viewer = (await newPayer()).userId;
    await withTransaction((tx) => addMember(tx, { merchantId, userId: viewer, role: "viewer" }));
    await database().merchantMember.deleteMany({ where: { userId: viewer, merchantId: { not: merchantId } } });
    const invoice = await newInvoice(merchantId);
    const reason = "Paid in cash at the fair.";
    expect((await markOnPage(viewer, invoice.id, { reason })).status).toBe(403);
    expect((await markOnPage(other.userId, invoice.id, { reason })).status).toBe(404);
    expect((await markOnPage(userId, invoice.id, { reason: " " })).status).toBe(422);
    expect((await invoiceNow(invoice.id)).status).toBe("check");
    expect(await database().auditEvent.count({ where: { target: invoice.id } })).toBe(0);
  });
});

/** Sends the request of the invoice page's button. */
async function markOnPage(userId: string, id: string, body: Readonly<Record<string, string>>): Promise<Response> {
  const now = new Date();
  const from = { ip: "192.0.2.1", userAgent: null };
  const session = await withTransaction((tx) => openSession(tx, { userId, secondFactorAt: now }, from, now));
  const { merchantId } = await database().merchantMember.findFirstOrThrow({ where: { userId } });
  const headers = {
    cookie: await sealSession(session.id),
    origin: env().BASE_URL,
    "content-type": "application/json",
    [MERCHANT_HEADER]: merchantId,
  };
  const url = new URL("/api/rpc/invoices.markAsPaid", env().BASE_URL);
  const request = new Request(url, { method: "POST", headers, body: JSON.stringify({ id, ...body }) });
  return operationHandler("invoices.markAsPaid")(request);
}

describe("a payment that cannot be marked", () => {
  test("is one that is being confirmed, a paid one, a top-up, another merchant's or an unknown one", async () => {
    const [merchantId, stranger] = [await newMerchant(), await newMerchant()];
    const moving = await newInvoice(merchantId);
    await pay(moving, { amount: "100", height: SHALLOW });
    // Not settled yet: the row still says `check`.
    await expect(markAsPaid(merchantId, byUuid(moving.id))).rejects.toMatchObject(IN_PROCESS);
    await settleInvoice(moving.id);
    await expect(markAsPaid(merchantId, byUuid(moving.id))).rejects.toMatchObject(IN_PROCESS);
    const paid = await newInvoice(merchantId);
    await pay(paid, { amount: "100" });
    await expect(markAsPaid(merchantId, byUuid(paid.id))).rejects.toMatchObject(ALREADY_PAID);
    await settleInvoice(paid.id);
    expect(await invoiceNow(paid.id)).toMatchObject({ status: "paid", paymentOutcome: "exact" });
    const open = await newInvoice(merchantId);
    for (const ids of [byUuid(open.id), { uuid: null, order_id: open.orderId }, byUuid(randomUUID())])
      await expect(markAsPaid(stranger, ids)).rejects.toMatchObject(NOT_FOUND);
    expect((await invoiceNow(open.id)).status).toBe("check");
  });

  test("is one that concurrent calls have already marked: it is marked once", async () => {
    const merchantId = await newMerchant();
    const invoice = await newInvoice(merchantId, CALLBACK);
    const results = await Promise.allSettled([1, 2, 3, 4].map(() => markAsPaid(merchantId, byUuid(invoice.id))));
    expect(results.filter(({ status }) => status === "fulfilled").length).toBe(1);
    expect(await database().webhookDelivery.count({ where: { objectId: invoice.id } })).toBe(1);
  });
});
