import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { closeDatabase, database } from "@/lib/kernel/db";
import { newMerchant, openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";
import { changeSettings, createItem, ITEMS_MAX } from "@/lib/money-in/point-of-sale/change-catalog";
import { settingsInput } from "@/lib/money-in/point-of-sale/dashboard-schema";
import { mailSaleReceipt, RECEIPTS_A_DAY, RECEIPTS_OF_SALE_MAX } from "@/lib/money-in/point-of-sale/mail-receipt";
import { readTerminal } from "@/lib/money-in/point-of-sale/terminal";
import { newCharge, paidSale, sell } from "@/lib/money-in/point-of-sale/testing/sale-rig";

/** Receipts by mail, and the settings of the terminals. */

vi.stubEnv("MAIL_FROM", "Chaintill <no-reply@pay.test>");

let merchantId: string;
let actorId: string;
beforeAll(async () => {
  await openGateway();
  merchantId = await newMerchant();
  const data = { email: "grace@example.com", name: "Grace", passwordHash: "none" };
  actorId = (await database().user.create({ data, select: { id: true } })).id;
});
afterAll(closeDatabase);

const mailed = (id: string) =>
  mailSaleReceipt({ merchantId, actorId, id, email: "ada@example.com" }).then(
    () => "sent",
    (error: Error) => error.message,
  );

describe("the receipt of a sale", () => {
  test("is mailed when it is paid, a few times, and the address stays in the mail", async () => {
    const open = await sell(merchantId, actorId, newCharge());
    expect(await mailed(open)).toContain("before the sale is paid");
    const id = await paidSale(merchantId, actorId);
    for (let count = 0; count < RECEIPTS_OF_SALE_MAX; count += 1) expect(await mailed(id)).toBe("sent");
    expect(await mailed(id)).toContain(`At most ${RECEIPTS_OF_SALE_MAX}`);
    const mails = await database().mail.findMany({ where: { reference: { startsWith: id } } });
    expect(mails).toHaveLength(RECEIPTS_OF_SALE_MAX);
    expect(mails[0]).toMatchObject({ kind: "receipt", recipient: "ada@example.com" });
    const row = await database().posSale.findUniqueOrThrow({ where: { invoiceId: id } });
    expect(JSON.stringify(row)).not.toContain("ada@");
    const entries = await database().auditEvent.findMany({ where: { target: id, action: "point-of-sale.receipt" } });
    expect(entries).toHaveLength(RECEIPTS_OF_SALE_MAX);
    expect(JSON.stringify(entries.map(({ detail }) => detail))).not.toContain("ada@");
  });

  test("is not mailed for another merchant, nor when the merchant has mailed too many", async () => {
    const id = await paidSale(merchantId, actorId);
    const other = { merchantId: await newMerchant(), actorId, id, email: "ada@example.com" };
    await expect(mailSaleReceipt(other)).rejects.toMatchObject({ code: "not_found" });
    const many = await sell(merchantId, actorId, newCharge());
    await database().posSale.update({ where: { invoiceId: many }, data: { receiptMails: RECEIPTS_A_DAY } });
    expect(await mailed(id)).toContain("Too many");
    expect(await database().mail.count({ where: { reference: { startsWith: id } } })).toBe(0);
  });
});

describe("the settings of the terminals", () => {
  test("are US dollars without tips until somebody chooses, and each merchant's own", async () => {
    const own = await newMerchant();
    expect(await readTerminal(own)).toEqual({ currency: "USD", decimals: 2, tipPercents: [], items: [] });
    await changeSettings({ merchantId: own, actorId }, settingsInput.parse({ currency: "BTC", tips: "5,10 , 15" }));
    await createItem({ merchantId: own, actorId }, { name: "Tea", price: "0.00001" });
    expect(await readTerminal(own)).toMatchObject({
      currency: "BTC",
      tipPercents: [5, 10, 15],
      items: [{ name: "Tea", price: "0.00001", currency: "BTC", isArchived: false }],
    });
    expect((await readTerminal(merchantId)).items).toEqual([]);
    const entry = await database().auditEvent.findFirst({ where: { action: "point-of-sale.change", merchantId: own } });
    expect(entry).toMatchObject({
      before: { currency: "USD" },
      after: { currency: "BTC", tipPercents: ["5", "10", "15"] },
    });
  });

  test.each(["0", "101", "5,,10", "1,2,3,4,5", "-5", "5%"])("refuse the tips %j", (tips) => {
    expect(settingsInput.safeParse({ currency: "USD", tips }).success).toBe(false);
  });

  test("refuse more decimals than the currency has, and more items than a terminal shows", async () => {
    const own = await newMerchant();
    const actor = { merchantId: own, actorId };
    await expect(createItem(actor, { name: "Tea", price: "1.005" })).rejects.toMatchObject({
      fields: { price: [expect.any(String)] },
    });
    const item = { merchantId: own, name: "Tea", price: "1", currencyCode: "USD" };
    await database().posItem.createMany({ data: Array.from({ length: ITEMS_MAX }, () => item) });
    await expect(createItem(actor, { name: "Tea", price: "1" })).rejects.toMatchObject({ code: "refused" });
  });
});
