import { afterAll, beforeAll, expect, test } from "vitest";
import { creditCase } from "@/lib/exceptions/case-decisions/credit-case";
import { closeDatabase, database } from "@/lib/kernel/db";
import { heldFunds } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/holdings";
import { BATCH, BOOKED_MAX } from "@/lib/money-in/invoices/deposit-batch";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import {
  bookDifferences,
  invoiceNow,
  minutesFromNow,
  newInvoice,
  newMerchant,
  openGateway,
  pay,
  walletOf,
} from "@/lib/money-in/invoices/testing/gateway-rig";
import { largestTransaction, sendDust } from "@/lib/money-in/invoices/testing/send-dust";

beforeAll(() => openGateway(5));
afterAll(closeDatabase);

const DUST = 230;

async function newOpen() {
  const merchantId = await newMerchant({ commission: "0" });
  return { merchantId, invoice: await newInvoice(merchantId, { is_payment_multiple: true }) };
}

test("dust does not block the payment of an invoice: no transaction grows with the number of deposits", async () => {
  const { merchantId, invoice } = await newOpen();
  await sendDust(invoice, DUST);
  await settleInvoice(invoice.id);
  expect(await largestTransaction(invoice.id, "deposit.book")).toBe(BigInt(BATCH));
  expect((await invoiceNow(invoice.id)).status).toBe("check");

  await pay(invoice, { amount: "100" });
  await settleInvoice(invoice.id);
  // Dust that counted belongs to the merchant; the rest is held and may be credited or refunded.
  expect((await invoiceNow(invoice.id)).status).toBe("paid_over");
  expect(await largestTransaction(invoice.id, "invoice.credit")).toBe(BigInt(BOOKED_MAX + 1));
  expect(await walletOf(merchantId)).toBe("100.0002");
  expect((await findBalance(heldFunds(merchantId, "USDT"))).toFixed()).toBe("0.00003");
  expect(await database().case.count({ where: { invoiceId: invoice.id, kind: "extra" } })).toBe(DUST - BOOKED_MAX);
  const told = await database().invoiceEvent.count({ where: { invoiceId: invoice.id, kind: "deposit-seen" } });
  expect(told).toBe(DUST + 1);
  await settleInvoice(invoice.id);
  expect(await walletOf(merchantId)).toBe("100.0002");
  expect(await bookDifferences()).toEqual([]);
});

test("a payment in parts that are not dust still counts in full after any amount of dust", async () => {
  const { merchantId, invoice } = await newOpen();
  await sendDust(invoice, BOOKED_MAX);
  await pay(invoice, { amount: "98" });
  await pay(invoice, { amount: "1.9998" });
  await settleInvoice(invoice.id);
  expect((await invoiceNow(invoice.id)).status).toBe("paid");
  expect(await walletOf(merchantId)).toBe("100");
});

test("dust does not block the decision about a case either", async () => {
  const { merchantId, invoice } = await newOpen();
  await database().invoice.update({ where: { id: invoice.id }, data: { expiresAt: minutesFromNow(-1) } });
  const lateId = await pay(invoice, { amount: "100", blockTime: minutesFromNow(1), seenAt: minutesFromNow(1) });
  await settleInvoice(invoice.id);
  await sendDust(invoice, DUST);
  const late = await database().case.findUniqueOrThrow({ where: { depositId: lateId } });
  await creditCase({ caseId: late.id, merchantId, actorId: null });
  expect(await largestTransaction(invoice.id, "deposit.book")).toBe(BigInt(BATCH));
  expect((await invoiceNow(invoice.id)).status).toBe("paid");
  expect(await bookDifferences()).toEqual([]);
});
