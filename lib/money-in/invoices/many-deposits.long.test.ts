import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase } from "@/lib/kernel/db";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import {
  bookDifferences,
  invoiceNow,
  newInvoice,
  newMerchant,
  openGateway,
  pay,
} from "@/lib/money-in/invoices/testing/gateway-rig";
import { sendDust } from "@/lib/money-in/invoices/testing/send-dust";

beforeAll(() => openGateway(5));
afterAll(closeDatabase);

test("4,000 dust deposits to one open invoice are processed, and its payment is credited", async () => {
  const invoice = await newInvoice(await newMerchant({ commission: "0" }), { is_payment_multiple: true });
  await sendDust(invoice, 4_000);
  await settleInvoice(invoice.id);
  await pay(invoice, { amount: "100" });
  await settleInvoice(invoice.id);
  expect((await invoiceNow(invoice.id)).status).toBe("paid_over");
  expect(await bookDifferences()).toEqual([]);
}, 900_000);
