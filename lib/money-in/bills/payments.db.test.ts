import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { closeDatabase, database } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { type Bill, billState, dayOf } from "@/lib/money-in/bills/bill";
import { getBillsDue, listBills } from "@/lib/money-in/bills/dashboard-queries";
import { billListQuery } from "@/lib/money-in/bills/dashboard-schema";
import { listBillPayments, readPaid } from "@/lib/money-in/bills/paid-repo";
import { cancelBill } from "@/lib/money-in/bills/send-bill";
import { newActor, newBill, newDraft, press } from "@/lib/money-in/bills/testing/bill-rig";
import { chooseCoin } from "@/lib/money-in/invoices/choose-coin";
import { getInvoiceDetail } from "@/lib/money-in/invoices/dashboard-queries";
import { expireInvoices } from "@/lib/money-in/invoices/expire-invoices";
import { renewForPayer } from "@/lib/money-in/invoices/renew-for-payer";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import {
  bookDifferences,
  invoiceNow,
  newMerchant,
  openGateway,
  pay,
  readUpTo,
  START_HEIGHT,
} from "@/lib/money-in/invoices/testing/gateway-rig";

/** A bill is paid once, in as many parts as its customer likes, by ordinary invoices. */

let merchantId: string;
beforeAll(() => openGateway(80));
beforeEach(async () => {
  merchantId = await newMerchant();
});
afterAll(closeDatabase);

const UUID = /^[0-9a-f]{8}-/;
const HOUR_MS = 3_600_000;

const invoicesOf = () => database().invoice.findMany({ where: { merchantId } });
const stateOf = async (bill: Bill) => billState(bill, await readPaid(database(), bill.id), dayOf(new Date()));
const paidOf = async (bill: Bill) => {
  const { settled, arrived } = await readPaid(database(), bill.id);
  return [settled.toFixed(), arrived.toFixed()];
};

/** Chooses USDT on bsc and pays a part of the invoice; the deposit is confirmed and settled. */
async function payPart(invoiceId: string, amount: string) {
  const invoice = await invoiceNow(invoiceId);
  if (invoice.currentQuote === null) await chooseCoin(invoiceId, { currency: "USDT", network: "bsc" });
  await pay(await invoiceNow(invoiceId), { amount });
  await settleInvoice(invoiceId);
}

/** Lets the time of the invoices pass, with every network read beyond it. */
async function expire(invoiceId: string): Promise<Date> {
  const later = new Date((await invoiceNow(invoiceId)).expiresAt.getTime() + HOUR_MS);
  for (const network of ["bsc", "polygon", "eth", "btc"] as const) await readUpTo(network, START_HEIGHT, later);
  await expireInvoices(later);
  return later;
}

describe("the button of a bill", () => {
  test("makes an ordinary invoice that names the bill and leads back to it", async () => {
    const bill = await newBill(merchantId);
    const id = await press(bill);
    expect(await invoiceNow(id)).toMatchObject({
      merchantId,
      status: "check",
      amount: decimal("100"),
      currencyCode: "USDT",
      isPaymentMultiple: true,
      orderId: expect.stringMatching(new RegExp(`^${bill.number}-[0-9a-f]{12}$`)),
      urlReturn: expect.stringContaining(`/b/${bill.secret}?lang=en`),
      additionalData: `bill=${bill.id}`,
      payerEmail: "ada@example.com",
    });
    expect(await database().invoiceEvent.count({ where: { invoiceId: id, kind: "created" } })).toBe(1);
    const named = { id: bill.id, number: bill.number, customerName: "Ada Lovelace" };
    expect((await getInvoiceDetail(merchantId, id)).bill).toEqual(named);
  });

  test("makes one invoice, however many people press it at once", async () => {
    const bill = await newBill(merchantId);
    const keys = [randomUUID(), randomUUID(), randomUUID()];
    const ids = await Promise.all([...keys, ...keys].map((key) => press(bill, key)));
    expect(new Set(ids).size).toBe(1);
    expect(ids[0]).toMatch(UUID);
    expect(await invoicesOf()).toHaveLength(1);
  });

  test("leads a repeated form to its first invoice, also when that is over", async () => {
    const bill = await newBill(merchantId);
    const key = randomUUID();
    const first = await press(bill, key);
    const later = await expire(first);
    expect((await invoiceNow(first)).status).toBe("cancel");
    expect(await press(bill, key, later)).toBe(first);
    const second = await press(bill, randomUUID(), later);
    expect(second).not.toBe(first);
    expect(second).toMatch(UUID);
  });

  test("makes nothing of a draft, a cancelled bill, and a merchant whose payments are blocked", async () => {
    expect(await press(await newDraft(merchantId))).toBe("bill_closed");
    const bill = await newBill(merchantId);
    const other = await newBill(merchantId);
    await cancelBill({ merchantId, actorId: await newActor() }, bill.id);
    // The page was opened, and the bill read, before it was cancelled.
    expect(await press(bill)).toBe("bill_closed");
    await database().merchant.update({ where: { id: merchantId }, data: { paymentsBlockedAt: new Date() } });
    expect(await press(other)).toBe("payments_blocked");
    expect(await invoicesOf()).toEqual([]);
  });

  test("decides a cancellation and a payment at once under the bill's lock", async () => {
    const actorId = await newActor();
    for (let round = 0; round < 4; round += 1) {
      const bill = await newBill(merchantId);
      const [pressed] = await Promise.all([press(bill), cancelBill({ merchantId, actorId }, bill.id)]);
      expect(await press(bill)).toBe("bill_closed");
      const made = await database().billPayment.count({ where: { billId: bill.id } });
      expect([pressed === "bill_closed", made]).toEqual([made === 0, made]);
    }
  });
});

describe("a bill is paid in two parts", () => {
  test("of one invoice, which counts them as they are confirmed", async () => {
    const bill = await newBill(merchantId);
    const id = await press(bill);
    await payPart(id, "40.5");
    expect(await paidOf(bill)).toEqual(["0", "40.5"]);
    expect((await listBills(merchantId, billListQuery.parse({}))).items).toMatchObject([{ id: bill.id, due: "59.5" }]);
    const owed = [{ currency: "USDT", bills: 1, due: "59.5", overdueBills: 0, overdue: "0" }];
    expect(await getBillsDue(merchantId)).toEqual({ items: owed });
    expect(await press(bill)).toBe(id);
    expect(await stateOf(bill)).toBe("sent");
    await payPart(id, "59.5");
    expect((await invoiceNow(id)).status).toBe("paid");
    expect(await paidOf(bill)).toEqual(["100", "100"]);
    expect(await stateOf(bill)).toBe("paid");
    expect(await press(bill)).toBe("bill_paid");
    expect(await bookDifferences()).toEqual([]);
  });

  test("of two invoices: the second one is for what the first one left when it expired", async () => {
    const bill = await newBill(merchantId, {
      currency: "USD",
      lines: [{ text: "Lamp", quantity: "3", price: "33.33" }],
    });
    const first = await press(bill);
    await payPart(first, "60");
    const later = await expire(first);
    expect((await invoiceNow(first)).status).toBe("wrong_amount");
    // 99.99 USD were 99.99 USDT: 60 USDT pay 60 USD.
    expect(await paidOf(bill)).toEqual(["60", "60"]);
    const second = await press(bill, randomUUID(), later);
    expect((await invoiceNow(second)).amount.toFixed()).toBe("39.99");
    await payPart(second, "39.99");
    expect(await paidOf(bill)).toEqual(["99.99", "99.99"]);
    expect(await stateOf(bill)).toBe("paid");
    expect((await listBillPayments(database(), bill.id)).map(({ covers }) => decimal(covers).toFixed())).toEqual([
      "60",
      "39.99",
    ]);
    expect(await bookDifferences()).toEqual([]);
  });

  test("in a coin, at the price of each invoice's own quote, never more than was paid", async () => {
    const bill = await newBill(merchantId, { currency: "EUR", lines: [{ text: "Lamp", quantity: "1", price: "80" }] });
    const first = await press(bill);
    // 80 EUR at 1.25 are 100 USDT; 33.33 USDT are 26.664 EUR, of which 26.66 count.
    await payPart(first, "33.33");
    await expire(first);
    expect(await paidOf(bill)).toEqual(["26.66", "26.66"]);
  });

  test("more than was asked for pays the bill once", async () => {
    const bill = await newBill(merchantId);
    const id = await press(bill);
    await payPart(id, "130");
    expect((await invoiceNow(id)).status).toBe("paid_over");
    expect(await paidOf(bill)).toEqual(["100", "100"]);
  });

  test("an expired invoice cannot be renewed by its payer: the page makes a new one", async () => {
    await database().merchant.update({ where: { id: merchantId }, data: { payerMayRefresh: true } });
    const bill = await newBill(merchantId);
    const first = await press(bill);
    const later = await expire(first);
    await expect(renewForPayer(first, null, later)).rejects.toThrow("renewal_needs_shop");
  });
});
