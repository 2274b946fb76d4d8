import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { closeDatabase, database } from "@/lib/kernel/db";
import { operatorCapital, userWallet } from "@/lib/ledger/account";
import { moveValue, newUser } from "@/lib/money-in/credits/testing/credit-rig";
import { expireInvoices } from "@/lib/money-in/invoices/expire-invoices";
import { payFromPersonalWallet } from "@/lib/money-in/invoices/pay-from-personal-wallet";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import {
  fundCapital,
  minutesFromNow,
  newInvoice,
  newMerchant,
  openGateway,
  pay,
  readUpTo,
  START_HEIGHT,
} from "@/lib/money-in/invoices/testing/gateway-rig";

vi.stubEnv("MAIL_FROM", "Chaintill <no-reply@pay.test>");

beforeAll(() => openGateway());
afterAll(closeDatabase);

const TO = { payer_email: "payer@shop.test" };
const receiptsOf = (reference: string) => database().mail.findMany({ where: { kind: "receipt", reference } });

describe("the payer's receipt", () => {
  test.each([
    ["100", "paid", "Thank you!"],
    ["130", "paid_over", "more than was asked for"],
    ["60", "wrong_amount", "less than was asked for"],
  ])("of %s for 100 is queued once, with the transaction (%s)", async (amount, status, sentence) => {
    const invoice = await newInvoice(await newMerchant(), { ...TO, is_payment_multiple: false });
    await pay(invoice, { amount, transactionId: `0xfeed${amount}` });
    await settleInvoice(invoice.id);
    await settleInvoice(invoice.id);
    const [mail, ...others] = await receiptsOf(invoice.id);
    expect(others).toEqual([]);
    expect((await database().invoice.findUniqueOrThrow({ where: { id: invoice.id } })).status).toBe(status);
    expect(mail?.recipient).toBe(TO.payer_email);
    expect(mail?.text).toContain(sentence);
    expect(mail?.text).toContain(`Received: ${amount}.00 USDT on `);
    expect(mail?.text).toContain(`0xfeed${amount}`);
    expect(mail?.text).toContain(`/pay/${invoice.id}`);
    expect(mail?.text).toContain("Paper Lantern");
  });

  test("of a payment from a gateway balance shows that, and names no transaction and no payer", async () => {
    const userId = await newUser();
    await fundCapital("USDT", "1000");
    await moveValue(operatorCapital("USDT"), userWallet(userId, "USDT"), "100");
    const invoice = await newInvoice(await newMerchant(), TO);
    await payFromPersonalWallet({ invoiceId: invoice.id, userId });
    const [mail] = await receiptsOf(invoice.id);
    expect(mail?.text).toContain("Received: 100.00 USDT from a balance here");
    expect(mail?.text).not.toContain("Transaction");
    expect(mail?.text).not.toContain("Ada");
  });

  test("lists both transactions of a payment in two parts", async () => {
    const invoice = await newInvoice(await newMerchant(), TO);
    await pay(invoice, { amount: "40", transactionId: "0xone" });
    await settleInvoice(invoice.id);
    expect(await receiptsOf(invoice.id)).toEqual([]);
    await pay(invoice, { amount: "60", transactionId: "0xtwo" });
    await settleInvoice(invoice.id);
    expect((await receiptsOf(invoice.id))[0]?.text).toMatch(
      /Received: 40.00 USDT[\s\S]*0xone[\s\S]*Received: 60.00 USDT[\s\S]*0xtwo/,
    );
  });

  test("is not sent without an email address, nor to more than one", async () => {
    const merchant = await newMerchant();
    const silent = await newInvoice(merchant);
    const several = await newInvoice(merchant, TO);
    await database().invoice.update({ where: { id: several.id }, data: { payerEmail: "a@b.test, c@d.test" } });
    for (const { id } of [silent, several]) {
      await pay(silent.id === id ? silent : several, { amount: "100" });
      await settleInvoice(id);
      expect((await database().invoice.findUniqueOrThrow({ where: { id } })).status).toBe("paid");
      expect(await receiptsOf(id)).toEqual([]);
    }
  });

  test("is not sent when nothing was received", async () => {
    const invoice = await newInvoice(await newMerchant(), TO);
    await database().invoice.update({ where: { id: invoice.id }, data: { expiresAt: minutesFromNow(-60) } });
    await readUpTo("bsc", START_HEIGHT, new Date());
    await expireInvoices();
    expect((await database().invoice.findUniqueOrThrow({ where: { id: invoice.id } })).status).toBe("cancel");
    expect(await receiptsOf(invoice.id)).toEqual([]);
  });

  test("reveals nothing that is hidden from the payer", async () => {
    const invoice = await newInvoice(await newMerchant(), { ...TO, additional_data: "secret note" });
    await pay(invoice, { amount: "100" });
    await settleInvoice(invoice.id);
    const [mail] = await receiptsOf(invoice.id);
    expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toContain("secret note");
  });
});
