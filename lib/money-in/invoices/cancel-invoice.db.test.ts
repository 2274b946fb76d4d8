import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeDatabase, database } from "@/lib/kernel/db";
import { newUser } from "@/lib/money-in/credits/testing/credit-rig";
import { cancelInvoice } from "@/lib/money-in/invoices/cancel-invoice";
import { getInvoiceDetail, listInvoices } from "@/lib/money-in/invoices/dashboard-queries";
import { refreshInvoice } from "@/lib/money-in/invoices/refresh-invoice";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import {
  bookDifferences,
  invoiceNow,
  newInvoice,
  newMerchant,
  openGateway,
  pay,
  START_HEIGHT,
  vanish,
} from "@/lib/money-in/invoices/testing/gateway-rig";
import { getMerchant } from "@/lib/people/merchants/create-merchant";

let merchantId = "";
let actorId = "";

beforeAll(async () => {
  await openGateway(20);
  [merchantId, actorId] = [await newMerchant(), await newUser()];
});
afterAll(async () => {
  expect(await bookDifferences()).toEqual([]);
  await closeDatabase();
});

const cancel = (invoiceId: string, owner = merchantId) => cancelInvoice({ merchantId: owner, invoiceId, actorId });
const events = (invoiceId: string, kind: string) => database().invoiceEvent.findMany({ where: { invoiceId, kind } });

describe("an open invoice that its merchant cancels", () => {
  test("is closed before it expires, notifies the shop, and records who cancelled it", async () => {
    const invoice = await newInvoice(merchantId, { url_callback: "https://shop.example/hook" });
    await cancel(invoice.id);
    const cancelled = await invoiceNow(invoice.id);
    expect(cancelled).toMatchObject({ status: "cancel", paymentOutcome: null, finalAt: expect.any(Date) });
    expect((await events(invoice.id, "cancelled")).map(({ detail }) => detail)).toEqual([{ by: "Ada", user: actorId }]);
    const [delivery] = await database().webhookDelivery.findMany({ where: { objectId: invoice.id } });
    expect(JSON.parse(delivery?.payload ?? "{}")).toMatchObject({ status: "cancel", is_final: true, txid: null });
    const trail = await database().auditEvent.findMany({ where: { target: invoice.id } });
    expect(trail).toMatchObject([{ action: "invoice.cancel", actorId, merchantId }]);
  });

  test("is shown as cancelled on its page and in the list until the shop renews it; the machine API returns cancel", async () => {
    const { id } = await newInvoice(merchantId, { order_id: "shown-cancelled" });
    await cancel(id);
    const shown = async () => [
      (await getInvoiceDetail(merchantId, id)).shown,
      (await listInvoices(merchantId, { q: "shown-cancelled" })).items.map((row) => row.shown),
    ];
    expect(await shown()).toEqual(["cancelled", ["cancelled"]]);
    expect((await getInvoiceDetail(merchantId, id)).wire.status).toBe("cancel");
    await refreshInvoice(await getMerchant(merchantId), await invoiceNow(id), 600);
    expect(await shown()).toEqual(["check", ["check"]]);
  });

  test("is cancelled once when many people cancel it concurrently", async () => {
    const invoice = await newInvoice(merchantId);
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => cancel(invoice.id)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await events(invoice.id, "cancelled")).toHaveLength(1);
  });

  test("keeps its address watched: a later payment is a late case, and the invoice stays cancelled", async () => {
    const invoice = await newInvoice(merchantId);
    await cancel(invoice.id);
    await pay(invoice, { amount: "100" });
    await settleInvoice(invoice.id);
    expect(await database().case.findMany({ where: { invoiceId: invoice.id } })).toMatchObject([{ kind: "late" }]);
    expect((await invoiceNow(invoice.id)).status).toBe("cancel");
  });

  test("may be renewed by is_refresh, at a new address, like an expired one", async () => {
    const invoice = await newInvoice(merchantId);
    await cancel(invoice.id);
    const renewed = await refreshInvoice(await getMerchant(merchantId), await invoiceNow(invoice.id), 600);
    expect(renewed.status).toBe("check");
    expect(renewed.currentQuote?.address).not.toBe(invoice.currentQuote?.address);
  });

  test("may be cancelled after a payment that was never booked has vanished", async () => {
    const invoice = await newInvoice(merchantId);
    await vanish(await pay(invoice, { amount: "100", height: START_HEIGHT }), true);
    await cancel(invoice.id);
    expect((await invoiceNow(invoice.id)).status).toBe("cancel");
  });
});

describe("an invoice is not cancelled", () => {
  test.each([
    ["is detected", { amount: "100", height: START_HEIGHT }],
    ["covers part of the amount", { amount: "1" }],
  ])("when a payment %s", async (_name, payment) => {
    const invoice = await newInvoice(merchantId);
    await pay(invoice, payment);
    await expect(cancel(invoice.id)).rejects.toThrow("A payment for this invoice was detected");
    expect(["check", "process"]).toContain((await invoiceNow(invoice.id)).status);
  });

  test("while a payment is not yet in a block", async () => {
    const invoice = await newInvoice(merchantId);
    const id = await pay(invoice, { amount: "100", height: START_HEIGHT });
    await database().deposit.update({ where: { id }, data: { blockHeight: null, blockHash: null } });
    await expect(cancel(invoice.id)).rejects.toThrow("was detected");
  });

  test("when it is already paid or cancelled", async () => {
    const paid = await newInvoice(merchantId);
    await pay(paid, { amount: "100" });
    await expect(cancel(paid.id)).rejects.toThrow("already closed");
    const cancelled = await newInvoice(merchantId);
    await cancel(cancelled.id);
    await expect(cancel(cancelled.id)).rejects.toThrow("already closed");
  });

  test("by another merchant, for whom it does not exist", async () => {
    const invoice = await newInvoice(merchantId);
    await expect(cancel(invoice.id, await newMerchant())).rejects.toThrow("payment_not_found");
    expect((await invoiceNow(invoice.id)).status).toBe("check");
  });
});
