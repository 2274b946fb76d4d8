import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { closeDatabase, database } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { readStatement } from "@/lib/ledger/statements/read-statement";
import { statementQuery } from "@/lib/ledger/statements/schema";
import {
  bookDifferences,
  invoiceNow,
  newMerchant,
  openGateway,
  walletOf,
} from "@/lib/money-in/invoices/testing/gateway-rig";
import { changeItem } from "@/lib/money-in/point-of-sale/change-catalog";
import { getSale, readToday } from "@/lib/money-in/point-of-sale/sales";
import { newCharge, newItem, paySale, sell } from "@/lib/money-in/point-of-sale/testing/sale-rig";

/** A sale makes one ordinary invoice, however often its device sends it. */

let merchantId: string;
let actorId: string;
beforeAll(async () => {
  await openGateway();
  const data = { email: "grace@example.com", name: "Grace", passwordHash: "none" };
  actorId = (await database().user.create({ data, select: { id: true } })).id;
});
beforeEach(async () => {
  merchantId = await newMerchant();
});
afterAll(closeDatabase);

const UUID = /^[0-9a-f]{8}-/;
const invoices = () => database().invoice.count({ where: { merchantId } });
const tea = async () => ({ itemId: await newItem(merchantId, actorId), name: "Tea", price: "2.5", quantity: 3 });

describe("a sale at a terminal", () => {
  test("makes an ordinary invoice of lines and tip, that names the sale and its seller", async () => {
    const charge = newCharge({ lines: [await tea()], tip: "0.75", total: "8.25" });
    const id = await sell(merchantId, actorId, charge);
    expect(await invoiceNow(id)).toMatchObject({
      merchantId,
      status: "check",
      amount: decimal("8.25"),
      currencyCode: "USD",
      orderId: expect.stringMatching(/^pos-[0-9a-f]{12}$/),
      additionalData: `pos_sale=${charge.saleKey}`,
    });
    expect(await getSale(merchantId, id)).toMatchObject({
      shown: "check",
      amount: "8.25",
      tip: "0.75",
      seller: "Grace",
      lines: [{ name: "Tea", price: "2.5", quantity: 3 }],
      due: null,
    });
    const audited = await database().auditEvent.findFirst({ where: { target: id } });
    expect(audited).toMatchObject({ action: "invoice.create", actorId, merchantId });
  });

  test("makes one invoice, however often it is sent, at once and later", async () => {
    const charge = newCharge();
    const ids = await Promise.all(Array.from({ length: 6 }, () => sell(merchantId, actorId, charge)));
    expect(new Set([...ids, await sell(merchantId, actorId, charge)]).size).toBe(1);
    expect(ids[0]).toMatch(UUID);
    expect(await invoices()).toBe(1);
    expect(await database().posSale.count({ where: { merchantId } })).toBe(1);
    expect(await database().claimedOrderId.count({ where: { merchantId } })).toBe(1);
  });

  test("in a coin with one network takes one address, however often it is sent at once", async () => {
    const taken = () => database().address.count({ where: { ownerKind: "invoice" } });
    const before = await taken();
    const lines = [{ itemId: null, name: "Amount", price: "0.5", quantity: 1 }];
    const charge = newCharge({ currency: "BNB", lines, total: "0.5" });
    const ids = await Promise.all(Array.from({ length: 4 }, () => sell(merchantId, actorId, charge)));
    expect(new Set(ids).size).toBe(1);
    expect((await taken()) - before).toBe(1);
    expect((await getSale(merchantId, ids[0] ?? "")).due).toMatchObject({ amount: "0.5", missing: "0.5" });
  });

  test("is refused when its key was sent with other content", async () => {
    const line = await tea();
    const first = newCharge({ lines: [line], total: "7.5" });
    const id = await sell(merchantId, actorId, first);
    const others = [
      { lines: [{ ...line, quantity: 4 }], total: "10" },
      { lines: [{ ...line, itemId: null }] },
      { tip: "1", total: "8.5" },
      { currency: "EUR" },
    ];
    for (const other of others)
      expect(await sell(merchantId, actorId, { ...first, ...other })).toContain("sent with other content");
    expect(await sell(merchantId, actorId, { ...first, total: "7.50" })).toBe(id);
    expect(await invoices()).toBe(1);
    const elsewhere = await sell(await newMerchant(), actorId, { ...newCharge(), saleKey: first.saleKey });
    expect(elsewhere).toMatch(UUID);
    expect(elsewhere).not.toBe(id);
  });

  test("is refused when it contradicts itself, the items, or the currency", async () => {
    const line = await tea();
    const foreign = { ...line, itemId: await newItem(await newMerchant(), actorId) };
    const wrong = [
      { total: "12.49" },
      { lines: [line], total: "7.5", tip: "0.01" },
      { lines: [{ ...line, price: "2" }], total: "6" },
      { lines: [{ ...line, name: "Coffee" }], total: "7.5" },
      { lines: [foreign], total: "7.5" },
      { lines: [{ ...line, itemId: randomUUID() }], total: "7.5" },
      { lines: [line], currency: "EUR", total: "7.5" },
      { lines: [{ ...line, itemId: null, price: "2.501" }], total: "7.503" },
      { currency: "XXX" },
    ];
    for (const changes of wrong) expect(await sell(merchantId, actorId, newCharge(changes))).not.toMatch(UUID);
    expect(await invoices()).toBe(0);
  });

  test("at a former price is refused, but one that was made is found again", async () => {
    const line = await tea();
    const charge = newCharge({ lines: [line], total: "7.5" });
    const id = await sell(merchantId, actorId, charge);
    const item = { id: line.itemId, name: "Tea", price: "3", isArchived: false };
    await changeItem({ merchantId, actorId }, item);
    expect(await sell(merchantId, actorId, { ...charge, saleKey: randomUUID() })).toContain("“Tea” was changed");
    await changeItem({ merchantId, actorId }, { ...item, price: "2.5", isArchived: true });
    expect(await sell(merchantId, actorId, { ...charge, saleKey: randomUUID() })).toContain("“Tea” was changed");
    expect(await sell(merchantId, actorId, charge)).toBe(id);
    await expect(changeItem({ merchantId: await newMerchant(), actorId }, item)).rejects.toMatchObject({
      code: "not_found",
    });
  });

  test("leaves nothing when the process ends between its writes, and is made by the repetition", async () => {
    const charge = newCharge();
    await database().$executeRaw`
      ALTER TABLE pos_sales ADD CONSTRAINT power_cut CHECK (false) NOT VALID`;
    expect(await sell(merchantId, actorId, charge)).not.toMatch(UUID);
    await database().$executeRaw`ALTER TABLE pos_sales DROP CONSTRAINT power_cut`;
    expect(await invoices()).toBe(0);
    expect(await database().claimedOrderId.count({ where: { merchantId } })).toBe(0);
    expect(await sell(merchantId, actorId, charge)).toMatch(UUID);
    expect(await invoices()).toBe(1);
  });

  test("is refused while the merchant's payments are blocked", async () => {
    await database().merchant.update({ where: { id: merchantId }, data: { paymentsBlockedAt: new Date() } });
    expect(await sell(merchantId, actorId, newCharge())).not.toMatch(UUID);
    expect(await invoices()).toBe(0);
  });

  test("shows what is missing until it is paid, and then counts for the day", async () => {
    const id = await sell(merchantId, actorId, newCharge({ tip: "1.5", total: "14" }));
    await paySale(id, "10");
    expect(await getSale(merchantId, id)).toMatchObject({
      shown: "partly_paid",
      due: { amount: "14", missing: "4", currency: "USDT" },
    });
    expect((await readToday(merchantId, "UTC")).totals).toEqual([]);
    await paySale(id, "4");
    await sell(merchantId, actorId, newCharge());
    expect(await getSale(merchantId, id)).toMatchObject({ shown: "paid", isFinal: true });
    const today = await readToday(merchantId, "Europe/Berlin");
    expect(today.totals).toEqual([{ currency: "USD", count: 1, total: "14", tips: "1.5" }]);
    expect(today.sales.map(({ shown }) => shown)).toEqual(["check", "paid"]);
    expect((await readToday(merchantId, "UTC", new Date(Date.now() + 86_400_000))).sales).toEqual([]);
    expect((await readToday(await newMerchant(), "UTC")).sales).toEqual([]);
    expect(decimal(await walletOf(merchantId)).gt("0")).toBe(true);
    expect(await bookDifferences()).toEqual([]);
    await expect(getSale(await newMerchant(), id)).rejects.toMatchObject({ code: "not_found" });
  });

  test("is named by the merchant's statement when it is paid", async () => {
    const id = await sell(merchantId, actorId, newCharge());
    await paySale(id);
    const { orderId } = await invoiceNow(id);
    const { items } = await readStatement({ merchantId }, statementQuery.parse({ coin: "USDT" }));
    expect(items[0]?.subject).toEqual({ kind: "invoice", id, label: orderId });
  });

  test("never changes and is never deleted", async () => {
    const id = await sell(merchantId, actorId, newCharge());
    const refused = /CT002|does not change|never deleted/;
    await expect(database().$executeRaw`UPDATE pos_sales SET tip = 1 WHERE invoice_id = ${id}::uuid`).rejects.toThrow(
      refused,
    );
    await expect(database().$executeRaw`DELETE FROM pos_sales WHERE invoice_id = ${id}::uuid`).rejects.toThrow(refused);
  });
});
