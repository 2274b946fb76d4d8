import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST as resend } from "@/app/v1/payment/resend/route";
import { POST as resendByAny } from "@/app/v2/payment/resend/route";
import type { DeliveryObject } from "@/lib/delivery/webhooks/delivery-object";
import { findDelivery } from "@/lib/delivery/webhooks/queries";
import { resendByMember, resendByOperator } from "@/lib/delivery/webhooks/resend";
import { deliverDue } from "@/lib/delivery/webhooks/testing/deliver-due";
import { type Received, type Receiver, startReceiver } from "@/lib/delivery/webhooks/testing/receiver";
import { VERIFIERS } from "@/lib/delivery/webhooks/testing/verifiers";
import { type Caller, call, newCaller } from "@/lib/fronts/machine-api/testing/call-api";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { queuePaymentWebhook } from "@/lib/money-in/invoices/queue-payment-webhook";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import { fundCapital, invoiceNow, newInvoice, openGateway, pay } from "@/lib/money-in/invoices/testing/gateway-rig";
import { insertTopUp } from "@/lib/money-in/invoices/testing/top-ups";
import { createWallet } from "@/lib/money-in/static-wallets/create-wallet";
import { createWalletInput } from "@/lib/money-in/static-wallets/schema";
import { findSigningKeys } from "@/lib/people/keys/api-keys";
import { getMerchant } from "@/lib/people/merchants/create-merchant";

let receiver: Receiver;
beforeAll(async () => {
  await openGateway();
  await fundCapital("USDT", "10000");
  receiver = await startReceiver((response) => void response.end());
});
afterAll(async () => {
  await receiver.close();
  await closeDatabase();
});

const refusal = (message: string) => ({ status: 422, json: { state: 1, message } });
const DONE = { status: 200, text: '{"state":0,"result":[]}' };

async function paidInvoice(caller: Caller, fields: object = {}): Promise<Invoice> {
  const invoice = await newInvoice(caller.merchantId, { url_callback: receiver.url, ...fields });
  await pay(invoice, { amount: "100" });
  await settleInvoice(invoice.id);
  return invoiceNow(invoice.id);
}

/** Does the worker's part: sends everything queued. Returns what was received for the object. */
async function deliverAll(object: DeliveryObject): Promise<Received[]> {
  const before = receiver.received.length;
  const waiting = { where: { ...object, state: "pending" as const } };
  while ((await database().webhookDelivery.count(waiting)) > 0) await deliverDue({ findSigningKeys });
  const ids = (await database().webhookDelivery.findMany({ where: object, select: { id: true } })).map(({ id }) => id);
  return receiver.received.slice(before).filter(({ headers }) => ids.includes(`${headers["webhook-id"]}`));
}

/** The same; returns the bodies. */
const deliver = async (object: DeliveryObject) => (await deliverAll(object)).map(({ body }) => body);

const asObject = (invoice: Invoice) => ({ objectKind: "invoice" as const, objectId: invoice.id });

describe("POST /v1/payment/resend", () => {
  test("resends the last event byte for byte, found by either id, the order id first", async () => {
    const caller = await newCaller();
    const invoice = await paidInvoice(caller, { additional_data: "заказ a/b" });
    const other = await newInvoice(caller.merchantId);
    const sent = await deliverAll(asObject(invoice));
    const last = sent.at(-1)?.body;
    for (const arrived of sent) {
      for (const [name, verify] of Object.entries(VERIFIERS))
        expect([name, verify(arrived, caller.key)]).toEqual([name, true]);
    }
    expect(JSON.parse(last ?? "")).toMatchObject({ status: "paid", uuid: invoice.id });
    for (const ids of [
      { uuid: invoice.id },
      { order_id: invoice.orderId },
      { uuid: other.id, order_id: invoice.orderId },
    ]) {
      expect(await call(resend, caller, ids)).toMatchObject(DONE);
      expect(await deliver(asObject(invoice))).toEqual([last]);
    }
    const { updatedAt } = await invoiceNow(invoice.id);
    expect(updatedAt).toEqual(invoice.updatedAt);
    expect(await database().webhookDelivery.count({ where: { objectId: invoice.id } })).toBe(sent.length);
  });

  test("shares its limit of ten with resends by members, concurrent or in sequence", async () => {
    const caller = await newCaller();
    const invoice = await paidInvoice(caller);
    const { merchantId } = caller;
    const where = { objectId: invoice.id, eventStatus: "paid" };
    const { id: deliveryId } = await database().webhookDelivery.findFirstOrThrow({ where });
    const byHand = () => resendByMember({ merchantId, actorId: randomUUID(), deliveryId });
    const answers = await Promise.allSettled([
      ...Array.from({ length: 8 }, byHand),
      ...Array.from({ length: 8 }, async () => {
        if ((await call(resend, caller, { uuid: invoice.id })).status !== 200) throw new Error("refused");
      }),
    ]);
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
    expect(await findDelivery(merchantId, deliveryId)).toMatchObject({ resendsLeft: 0 });
    await expect(byHand()).rejects.toMatchObject({ code: "refused" });
    expect(await call(resend, caller, { uuid: invoice.id })).toMatchObject(refusal("Too much resend"));
    await resendByOperator(randomUUID(), deliveryId);
  });

  test("does so at most ten times, however many calls are concurrent", async () => {
    const caller = await newCaller();
    const invoice = await paidInvoice(caller);
    const calls = Array.from({ length: 16 }, () => call(resend, caller, { uuid: invoice.id }));
    const answers = (await Promise.all(calls)).map(({ json }) => json.message ?? json.result);
    expect(answers.filter((answer) => Array.isArray(answer)).length).toBe(10);
    expect(answers.filter((answer) => answer === "Too much resend").length).toBe(6);
    expect(await call(resend, caller, { uuid: invoice.id })).toMatchObject(refusal("Too much resend"));
    expect(await database().invoice.findUnique({ where: { id: invoice.id } })).toMatchObject({ resendCount: 10 });
  });

  test("finds no notification without a callback URL, and while the payment is not finalised", async () => {
    const caller = await newCaller();
    const silent = await paidInvoice(caller, { url_callback: null });
    const open = await newInvoice(caller.merchantId, { url_callback: receiver.url });
    const cancelled = await newInvoice(caller.merchantId, { url_callback: receiver.url });
    await database().invoice.update({ where: { id: cancelled.id }, data: { status: "cancel", finalAt: new Date() } });
    for (const { id } of [silent, open, cancelled]) {
      expect(await call(resend, caller, { uuid: id })).toMatchObject(refusal("Notification not found"));
      expect(await database().invoice.findUnique({ where: { id } })).toMatchObject({ resendCount: 0 });
    }
  });

  test("finds no payment of another merchant, and names both parameters if neither is given", async () => {
    const caller = await newCaller();
    const invoice = await paidInvoice(caller);
    const stranger = await newCaller();
    for (const ids of [{ uuid: invoice.id }, { order_id: invoice.orderId }, { uuid: randomUUID() }])
      expect(await call(resend, stranger, ids)).toMatchObject(refusal("Payment not found"));
    expect((await call(resend, caller, {})).json).toEqual({
      state: 1,
      errors: { uuid: ["validation.required_without"], order_id: ["validation.required_without"] },
    });
  });
});

describe("POST /v2/payment/resend", () => {
  test("also finds the payment by its transaction, case-insensitively, and only one's own", async () => {
    const caller = await newCaller();
    const invoice = await paidInvoice(caller);
    const txid = invoice.transactionId ?? "";
    for (const ids of [
      { txid },
      { txid: `0x${txid.slice(2).toUpperCase()}` },
      { txid: "another", order_id: invoice.orderId },
      { txid: "another", uuid: invoice.id },
    ])
      expect(await call(resendByAny, caller, ids)).toMatchObject(DONE);
    for (const ids of [{ txid: "another" }, { txid, order_id: "another" }, { txid: "%" }])
      expect(await call(resendByAny, caller, ids)).toMatchObject(refusal("Payment not found"));
    expect(await call(resendByAny, await newCaller(), { txid })).toMatchObject(refusal("Payment not found"));
    const none = ["validation.required_without_all"];
    expect((await call(resendByAny, caller, "")).json.errors).toEqual({ uuid: none, order_id: none, txid: none });
    expect((await call(resendByAny, caller, { txid: "x".repeat(257) })).json.errors).toEqual({
      txid: ["validation.max.string"],
    });
  });

  test("resends the event of the given top-up, among those of its wallet", async () => {
    const caller = await newCaller();
    const order_id = randomUUID();
    const parameters = createWalletInput.parse({
      currency: "USDT",
      network: "bsc",
      order_id,
      url_callback: receiver.url,
    });
    const wallet = await createWallet(await getMerchant(caller.merchantId), parameters);
    const [older, newer] = [await insertTopUp(wallet, { createdAt: new Date(0) }), await insertTopUp(wallet)];
    for (const topUp of [older, newer]) await withTransaction((tx) => queuePaymentWebhook(tx, topUp));
    const object = { objectKind: "wallet" as const, objectId: wallet.id };
    const sent = await deliverAll(object);
    const [ofOlder, ofNewer] = sent.map(({ body }) => body);
    for (const arrived of sent) {
      for (const [name, verify] of Object.entries(VERIFIERS))
        expect([name, verify(arrived, caller.key)]).toEqual([name, true]);
    }
    expect(JSON.parse(ofOlder ?? "")).toMatchObject({ type: "wallet", uuid: older.id, wallet_address_uuid: wallet.id });
    for (const [ids, body] of [
      [{ uuid: older.id }, ofOlder],
      [{ txid: older.transactionId }, ofOlder],
      [{ order_id }, ofNewer],
    ] as const) {
      expect(await call(resendByAny, caller, ids)).toMatchObject(DONE);
      expect(await deliver(object)).toEqual([body]);
    }
  });
});
