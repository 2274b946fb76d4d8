import { describe, expect, test } from "vitest";
import { decimal } from "@/lib/kernel/money/decimal";
import { type Receipt, writeReceipt } from "@/lib/money-in/invoices/queue-receipt";

const RECEIPT: Receipt = {
  shop: "Paper Lantern",
  supportContact: "help@lantern.test",
  orderId: "order-7",
  status: "paid",
  asked: { amount: decimal("25"), currency: "USD" },
  received: [
    {
      amount: decimal("25.000000000000000007"),
      currency: "USDT",
      network: "BNB Smart Chain",
      transactionId: "0xabc",
      transactionUrl: "https://bscscan.com/tx/0xabc",
    },
  ],
  internal: null,
  pageUrl: "https://pay.test/pay/1",
  receiptUrl: "https://pay.test/pay/1?receipt=1",
};

describe("a receipt", () => {
  test("names the payee, the purpose, the exact amount received, the payment page and a contact", () => {
    const { subject, text } = writeReceipt(RECEIPT);
    expect(subject).toBe("Receipt: your payment to Paper Lantern");
    expect(text).toBe(`Paper Lantern has received your payment. Thank you!

Order: order-7
Invoice amount: 25.00 USD
Received: 25.000000000000000007 USDT on BNB Smart Chain
Transaction: 0xabc
  https://bscscan.com/tx/0xabc
Payment page: https://pay.test/pay/1
Receipt to print: https://pay.test/pay/1?receipt=1

Questions about your order? Ask Paper Lantern: help@lantern.test

You get this mail because your address was given for this payment. Nobody reads answers to it.
`);
  });

  test("reports an overpayment or underpayment", () => {
    expect(writeReceipt({ ...RECEIPT, status: "paid_over" }).text).toContain("more than was asked for");
    expect(writeReceipt({ ...RECEIPT, status: "wrong_amount" }).text).toContain("less than was asked for");
  });

  test("lists every transaction, and links only those with an explorer", () => {
    const [part] = RECEIPT.received;
    if (part === undefined) throw new Error("no part");
    const { html } = writeReceipt({
      ...RECEIPT,
      received: [part, { ...part, transactionId: "0xdef", transactionUrl: null }],
    });
    expect(html.match(/<a href="[^"]+">/g)).toEqual([
      '<a href="https://bscscan.com/tx/0xabc">',
      '<a href="https://pay.test/pay/1">',
      '<a href="https://pay.test/pay/1?receipt=1">',
    ]);
    expect(html).toContain("0xdef");
  });

  test("escapes every text in its HTML", () => {
    const evil = `"><img src=x onerror=alert(1)>&'`;
    const { html } = writeReceipt({ ...RECEIPT, shop: evil, orderId: evil, supportContact: evil });
    expect(html).not.toContain("<img");
    expect(html).toContain("&quot;&gt;&lt;img src=x onerror=alert(1)&gt;&amp;&#39;");
  });
});
